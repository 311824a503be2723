"""What Ray Train does to devices: a worker's model, and the batches of its loaders, are on the device of the worker.

Source: version 2 (needs workers of Ray).
"""

with module("ray.train.torch"):

    # read: needs a worker of Ray, whose device it is
    def get_device() -> Device[accelerator]: ...
    # read: needs a worker of Ray
    def prepare_model(model, move_to_device=True) -> Prepared[model, accelerator] if move_to_device else Unknown: ...
    # read: needs a worker of Ray
    def prepare_data_loader(data_loader, add_dist_sampler=True, move_to_device=True) -> Prepared[data_loader, accelerator] if move_to_device else Same[data_loader]: ...
