"""Does ``liesd.suggest`` find the structure of a function whose columns were shuffled?"""
