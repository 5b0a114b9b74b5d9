"""Laws of class labels with exactly known symmetries, each with a twin that breaks them.

* ``known`` was written for development.
* ``blind`` was written by somebody who saw neither the library nor any result, and was judged once,
  by the rule of its day. It has been known since.
* ``sealed`` was written in the same way and judged once, by the next rule.
* ``quiet`` was written in the same way and judged once, with polynomials among the learners.
"""
