import numpy as np
import torch

from replay_buffer import PrioritisedBuffer
from twin_agent import TwinAgent


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
n_state, n_action, limit = 12, 2, 1
agent = TwinAgent(n_state, n_action, limit)
replay_buffer = PrioritisedBuffer(2000)
noise_level, least_noise, decay = 1.0, 0.1, 200

count, done, total = 0, True, 100
while count < total:
    if done:
        if count != 0:
            agent.train(replay_buffer, rounds=10)
        state = env.reset()
    if noise_level > least_noise:
        noise_level -= (1 - least_noise) / decay
    action = agent.act(np.array(state))
    action = (action + np.random.normal(0, noise_level, size=n_action)).clip(-limit, limit)
    state_after, reward, done, target = env.step([(action[0] + 1) / 2, action[1]])
    ended = 0 if env.steps >= 20 else int(done)
    priority = agent.priority_of(state, action, reward, ended, state_after)
    replay_buffer.add(priority, state, action, reward, ended, state_after)
    state = state_after
    count += 1
