device = "cpu"  # or "cuda"

n_feat = 24
side = 8
positions = True
position_dim = 8
channels_hidden_teacher = 32
channels_hidden_student = 32
n_coupling_blocks = 2
n_st_blocks = 2

lr = 2e-4
batch_size = 8
rounds = 1
passes = 2
