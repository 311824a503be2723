import functools

import gymnasium as gym
import numpy as np
import torch
import torch.multiprocessing as mp
from worker import PolicyNetwork, SharedAdam, ValueNetwork, Worker, device

GAMMA, MAX_EPISODES, WORKERS = 0.98, 300, 4


class A3C:
    def __init__(self, env_name):
        self.make_env = functools.partial(gym.make, env_name)
        env = self.make_env()
        self.state_size = env.observation_space.shape[0]
        self.action_size = env.action_space.n
        self.value = ValueNetwork(self.state_size).to(device)
        self.value.share_memory()
        self.policy = PolicyNetwork(self.state_size, self.action_size).to(device)
        self.policy.share_memory()
        self.value_opt = SharedAdam(self.value.parameters(), lr=5e-3)
        self.policy_opt = SharedAdam(self.policy.parameters(), lr=1e-3)

    def train(self):
        episode, reward, queue = mp.Value("i", 0), mp.Value("d", 0.0), mp.Queue()
        workers = [
            Worker(self.make_env, self.state_size, self.action_size, i, self.value, self.policy, self.value_opt,
                   self.policy_opt, episode, reward, queue, MAX_EPISODES, GAMMA)
            for i in range(WORKERS)
        ]
        for w in workers:
            w.start()
        scores, finished = [], 0
        while finished < len(workers):
            value = queue.get()
            if value is None:
                finished += 1
            else:
                scores.append(value)
        for w in workers:
            w.join()
        return scores


if __name__ == "__main__":
    mp.set_start_method("spawn")
    torch.manual_seed(0)
    agent = A3C("CartPole-v1")
    scores = agent.train()
    np.save("scores.npy", np.array(scores))
    torch.save(agent.policy.state_dict(), "policy.pth")
    print(len(scores), "episodes, last reward", scores[-1])
