"""Laws of class labels with exactly known symmetries, each with a twin that breaks them.

``known`` was written for development. ``blind`` was written by somebody who saw neither the library
nor any result, and was judged once, with the rule committed before.
"""
