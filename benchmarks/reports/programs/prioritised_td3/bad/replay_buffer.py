import numpy as np


class PrioritisedBuffer:
    def __init__(self, size, seed=0, alpha=0.6):
        self.size, self.alpha = size, alpha
        self.steps, self.priorities = [], []
        self.rng = np.random.default_rng(seed)

    def add(self, priority, state, action, reward, done, state_after):
        if len(self.steps) == self.size:
            self.steps.pop(0)
            self.priorities.pop(0)
        self.steps.append((state, action, reward, done, state_after))
        self.priorities.append(priority ** self.alpha)

    def draw(self, batch_size):
        shares = np.array(self.priorities) / np.sum(self.priorities)
        chosen = self.rng.choice(len(self.steps), batch_size, p=shares)
        states, actions, rewards, dones, states_after = zip(*(self.steps[i] for i in chosen))
        return (np.array(states), np.array(actions), np.array(rewards).reshape(-1, 1),
                np.array(dones).reshape(-1, 1), np.array(states_after))
