import torch
import torch.nn.functional as F
from torch_geometric.data import Data
from torch_geometric.explain import Explainer, ModelConfig, PGExplainer
from torch_geometric.nn import GCNConv, global_mean_pool


class SiteNet(torch.nn.Module):
    def __init__(self, features, hidden):
        super().__init__()
        self.first = GCNConv(features, hidden)
        self.second = GCNConv(hidden, hidden)
        self.out = torch.nn.Linear(hidden, 1)

    def forward(self, x, edge_index, batch=None):
        x = F.relu(self.first(x, edge_index))
        x = F.relu(self.second(x, edge_index))
        x = global_mean_pool(x, batch)
        return self.out(x)


def brain_graph(nodes=24, edges=80):
    return Data(
        x=torch.randn(nodes, 6),
        pcc=torch.randn(nodes, nodes),
        edge_index=torch.randint(0, nodes, (2, edges)),
        y=torch.tensor([1.0]),
    )


def fit(model, graphs, epochs=5):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    model.train()
    for _ in range(epochs):
        for graph in graphs:
            graph = graph.cuda()
            optimizer.zero_grad()
            score = model(torch.cat((graph.x, graph.pcc), dim=1), graph.edge_index)
            penalty = F.binary_cross_entropy_with_logits(score.view(-1), graph.y)
            penalty.backward()
            optimizer.step()


graphs = [brain_graph() for _ in range(4)]
model = SiteNet(30, 16).cuda()
fit(model, graphs)
model.eval()

edge_explainer = Explainer(
    model=model,
    algorithm=PGExplainer(epochs=10, lr=0.001),
    explanation_type="phenomenon",
    edge_mask_type="object",
    model_config=ModelConfig(mode="binary_classification", task_level="graph", return_type="raw"),
)

brain = graphs[0].cuda()
for epoch in range(10):
    penalty = edge_explainer.algorithm.train(  # wanted
        epoch=epoch,
        model=model.cuda(),
        x=torch.cat((brain.x, brain.pcc), dim=1).cuda(),
        edge_index=brain.edge_index.cuda(),
        target=brain.y.long().cuda(),
        batch=None,
    )
    print(epoch, float(penalty))
