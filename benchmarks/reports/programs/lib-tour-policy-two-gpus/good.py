import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim import Adam
from transformers import Qwen2Model

env_params = {"problem_size": 20, "pomo_size": 20}
model_params = {"embedding_dim": 128, "qkv_dim": 16, "head_num": 8, "logit_clipping": 10, "llm": "Qwen/Qwen2-0.5B"}
trainer_params = {"use_cuda": True, "cuda_device_num": 0, "epochs": 2, "batch": 4}


class TSPEnv:
    def __init__(self, problem_size, pomo_size):
        self.problem_size, self.pomo_size = problem_size, pomo_size

    def load_problems(self, batch_size):
        self.batch_size = batch_size
        self.problems = torch.rand(batch_size, self.problem_size, 2)
        self.selected = torch.zeros((batch_size, self.pomo_size, 0), dtype=torch.long)
        self.mask = torch.zeros((batch_size, self.pomo_size, self.problem_size))

    def step(self, chosen):
        self.selected = torch.cat((self.selected, chosen[:, :, None]), dim=2)
        self.mask.scatter_(2, chosen[:, :, None], float("-inf"))
        return self.selected.size(2) == self.problem_size

    def distance(self):
        order = self.selected.unsqueeze(3).expand(self.batch_size, -1, self.problem_size, 2)
        seq = self.problems[:, None].expand(self.batch_size, self.pomo_size, self.problem_size, 2).gather(2, order)
        return ((seq - seq.roll(dims=2, shifts=-1)) ** 2).sum(3).sqrt().sum(2)


class TourModel(nn.Module):
    def __init__(self, **params):
        super().__init__()
        self.params = params
        dim = params["embedding_dim"]
        self.llm = Qwen2Model.from_pretrained(params["llm"], device_map="auto")
        self.into = nn.Linear(2, self.llm.config.hidden_size)
        self.out_of = nn.Linear(self.llm.config.hidden_size, dim)
        self.query_last = nn.Linear(dim, dim, bias=False)
        self.encoded = None

    def pre_forward(self, problems):
        hidden = self.llm(inputs_embeds=self.into(problems)).last_hidden_state
        self.encoded = self.out_of(hidden.to(problems.device))

    def forward(self, last, mask):
        if last is None:
            batch, pomo, problem = mask.shape
            return torch.arange(pomo)[None, :].expand(batch, pomo), torch.ones(batch, pomo)
        index = last[:, :, None].expand(-1, -1, self.encoded.size(2))
        q = self.query_last(self.encoded.gather(1, index))
        score = torch.bmm(q, self.encoded.transpose(1, 2)) / self.params["embedding_dim"] ** 0.5
        probs = F.softmax(self.params["logit_clipping"] * torch.tanh(score) + mask, dim=2)
        chosen = probs.flatten(0, 1).multinomial(1).view(mask.size(0), mask.size(1))
        return chosen, probs.gather(2, chosen[:, :, None]).squeeze(2)


class TSPTrainer:
    def __init__(self, env_params, model_params, trainer_params):
        self.trainer_params = trainer_params
        if trainer_params["use_cuda"]:
            number = trainer_params["cuda_device_num"]
            torch.cuda.set_device(number)
            device = torch.device("cuda", number)
            torch.set_default_tensor_type("torch.cuda.FloatTensor")
        else:
            device = torch.device("cpu")
        self.device = device
        self.model = TourModel(**model_params)
        self.env = TSPEnv(**env_params)
        self.optimizer = Adam(self.model.parameters(), lr=1e-4)

    def run(self):
        for epoch in range(self.trainer_params["epochs"]):
            score, loss = self._train_one_batch(self.trainer_params["batch"])
            print(epoch, score, loss)

    def _train_one_batch(self, batch_size):
        self.model.train()
        self.env.load_problems(batch_size)
        self.model.pre_forward(self.env.problems)
        prob_list, last, done = [], None, False
        while not done:
            last, prob = self.model(last, self.env.mask)
            done = self.env.step(last)
            prob_list.append(prob)
        reward = -self.env.distance()
        advantage = reward - reward.float().mean(dim=1, keepdims=True)
        loss = (-advantage * torch.stack(prob_list, 2).log().sum(dim=2)).mean()
        self.model.zero_grad()
        loss.backward()
        self.optimizer.step()
        return -reward.max(dim=1)[0].mean().item(), loss.item()


def main():
    trainer = TSPTrainer(env_params, model_params, trainer_params)
    trainer.run()


if __name__ == "__main__":
    main()
