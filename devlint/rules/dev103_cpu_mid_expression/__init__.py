"""DEV103: its page and its check are in ``rule``, and ``destination`` says where the result of an expression goes."""
