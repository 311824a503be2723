"""Device stubs: what functions, classes and methods of libraries do to devices, as data.

``vocabulary`` is what a stub can say, ``reading`` reads one, ``finding`` finds the row of a dotted name; ``configured``
is what users say of their own helpers.
"""
