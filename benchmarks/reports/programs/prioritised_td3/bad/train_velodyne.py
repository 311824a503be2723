import numpy as np
import torch

from replay_buffer import PrioritisedBuffer
from TD3 import TD3


class Robot:
    """A robot on a plane that has to reach a goal; it sees the goal and the distances around it."""

    def __init__(self, beams=8, seed=0):
        self.beams, self.rng = beams, np.random.default_rng(seed)

    def observe(self):
        offset = self.goal - self.position
        return np.concatenate([self.rng.random(self.beams), offset, [np.linalg.norm(offset), self.heading]])

    def reset(self):
        self.position, self.heading, self.steps = np.zeros(2), 0.0, 0
        self.goal = self.rng.uniform(-2, 2, 2)
        return self.observe()

    def step(self, action):
        self.heading += action[1] * 0.3
        before = np.linalg.norm(self.goal - self.position)
        self.position = self.position + action[0] * 0.2 * np.array([np.cos(self.heading), np.sin(self.heading)])
        after = np.linalg.norm(self.goal - self.position)
        self.steps += 1
        target = after < 0.3
        return self.observe(), (100.0 if target else before - after), target or self.steps >= 20, target


torch.manual_seed(0)
np.random.seed(0)
env = Robot()
state_dim, action_dim, max_action = 12, 2, 1
network = TD3(state_dim, action_dim, max_action)
replay_buffer = PrioritisedBuffer(2000)
expl_noise, expl_min, decay = 1.0, 0.1, 200

timestep, done, max_timesteps = 0, True, 100
while timestep < max_timesteps:
    if done:
        if timestep != 0:
            network.train(replay_buffer, iterations=10)
        state = env.reset()
    if expl_noise > expl_min:
        expl_noise -= (1 - expl_min) / decay
    action = network.get_action(np.array(state))
    action = (action + np.random.normal(0, expl_noise, size=action_dim)).clip(-max_action, max_action)
    next_state, reward, done, target = env.step([(action[0] + 1) / 2, action[1]])
    done_bool = 0 if env.steps >= 20 else int(done)
    priority = network.to_priority(state, action, reward, done_bool, next_state)
    replay_buffer.add(priority, state, action, reward, done_bool, next_state)
    state = next_state
    timestep += 1
