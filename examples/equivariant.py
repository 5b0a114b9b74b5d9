"""From 2,000 samples to a network with the symmetry that they show."""

from __future__ import annotations

import torch

import liesd

SPEC = "3*x[3] -> a[3]*b[3]"


def main() -> None:
    torch.manual_seed(0)
    x, y = (torch.as_tensor(part.reshape(2000, 9)) for part in liesd.tasks.inertia.data(0, 2000))
    found = liesd.discover(liesd.learn(x, y, SPEC), x, SPEC)
    print(found)

    model = liesd.nn.EquivariantMLP(SPEC, found.algebra.rectify().compact, channels=12).double()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for epoch in range(40):
        for batch in torch.randperm(len(x)).split(100):
            loss = (model(x[batch]) - y[batch]).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        if epoch % 10 == 9:
            print(f"epoch {epoch + 1}: mean squared error {loss.item():.2e}")


if __name__ == "__main__":
    main()
