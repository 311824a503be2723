"""What PEFT does to devices: adapters are put where the model is. Source: version 0.18, its source."""

# read: a wrapper is where the model is, and moves with it
with module("peft", "peft.mapping", "peft.mapping_func"):

    def get_peft_model(model, peft_config) -> Same[model]: ...
    def prepare_model_for_kbit_training(model) -> Same[model]: ...
