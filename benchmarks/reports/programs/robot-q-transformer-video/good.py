import torch
from q_transformer import Agent, BaseEnvironment, QLearner, QRoboticTransformer, ReplayMemoryDataset

FRAMES = 6
SIDE = 224


class TableTop(BaseEnvironment):
    """A table with one object; the reward is that of a random policy."""

    def init(self):
        return "lift the red block", torch.randn(self.state_shape)

    def forward(self, actions):
        rewards = torch.randn(())
        next_state = torch.randn(self.state_shape)
        done = torch.zeros((), dtype=torch.bool)
        return rewards, next_state, done


def build_model():
    return QRoboticTransformer(
        vit=dict(
            num_classes=1000,
            dim_conv_stem=64,
            dim=64,
            dim_head=64,
            depth=(2, 2, 5, 2),
            window_size=7,
            mbconv_expansion_rate=4,
            mbconv_shrinkage_rate=0.25,
            dropout=0.1,
        ),
        num_actions=8,
        action_bins=256,
        depth=1,
        heads=8,
        dim_head=64,
        cond_drop_prob=0.2,
        dueling=True,
    )


def collect(model):
    world = TableTop(state_shape=(3, FRAMES, SIDE, SIDE), text_embed_shape=(768,))
    agent = Agent(model, environment=world, num_episodes=20, max_num_steps_per_episode=50)
    agent()


def learn(model):
    learner = QLearner(
        model,
        dataset=ReplayMemoryDataset(),
        num_train_steps=200,
        learning_rate=3e-4,
        batch_size=4,
        grad_accum_every=4,
    )
    learner()


model = build_model().cuda()
collect(model)
learn(model)

model.eval()
device = next(model.parameters()).device
video = torch.randn(2, 3, FRAMES, SIDE, SIDE, device=device)
instructions = ["lift the red block", "push the cup to the left"]

actions = model.get_optimal_actions(video, instructions)
print(actions.shape)
