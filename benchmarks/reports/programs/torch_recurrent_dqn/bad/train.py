import argparse

import numpy as np
from agent import LSTMRecDQNAgent

CONFIG = {
    "device": "cuda",
    "state_shape": 4,
    "num_actions": 3,
    "history_length": 2,
    "gamma": 0.99,
    "epsilon": 0.3,
    "batch_size": 8,
    "optimizer": "Adam",
    "lr": 1e-3,
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=40)
    args = parser.parse_args()
    agent = LSTMRecDQNAgent(CONFIG)
    s = np.zeros(CONFIG["state_shape"], dtype=np.float32)
    s_hist = np.zeros((CONFIG["history_length"], CONFIG["state_shape"]))
    hist_len = 0
    for step in range(args.steps):
        a = agent.select_action(s, s_hist, hist_len)
        s2 = s + np.random.normal(0, 0.1, s.shape).astype(np.float32) + 0.1 * (a - 1)
        agent.memorize(s, a, float(-np.abs(s2).sum()), False)
        s_hist = np.concatenate([s_hist[1:], s[None]])
        hist_len = min(hist_len + 1, CONFIG["history_length"])
        s = s2
        if step > 20:
            print(step, agent.train())
