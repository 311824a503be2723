"""What Lightning does under its former name. Source: that of `lightning`."""

from lightning import *
