package io.graphkernel.examples.blocks;

import static io.graphkernel.examples.blocks.Values.sigmoid;

import java.util.List;
import org.bytedeco.pytorch.T_TensorTensor_T;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

final class LstmCellWorkload extends Workload {
    private final int size;

    LstmCellWorkload(int batch, int inputs, int size) {
        super("LSTM cell", LstmCell.class, "step");
        this.size = size;
        tensor(-2, 2, batch, inputs);
        tensor(-1, 1, batch, size);
        tensor(-2, 2, batch, size);
        weight(inputs, 4 * size);
        weight(size, 4 * size);
        tensor(-0.5, 0.5, 4 * size);
    }

    @Override
    List<Values> expected(List<Values> x) {
        Values ofInput = x.get(0).linear(x.get(3), x.get(5));
        Values ofHidden = x.get(1).times(x.get(4));
        Values gates = Values.of(p -> ofInput.at(p) + ofHidden.at(p), ofInput.dims());
        Values cell = Values.of(
                p -> sigmoid(gates.at(p[0], size + p[1])) * x.get(2).at(p)
                        + sigmoid(gates.at(p)) * Math.tanh(gates.at(p[0], 2 * size + p[1])),
                x.get(2).dims());
        Values hidden = Values.of(p -> sigmoid(gates.at(p[0], 3 * size + p[1])) * Math.tanh(cell.at(p)), cell.dims());
        return List.of(hidden, cell);
    }

    @Override
    List<Tensor> torch(List<Tensor> x) {
        Tensor none = x.get(5).new_zeros(x.get(5).size(0));
        T_TensorTensor_T state = torch.lstm_cell(
                x.get(0),
                new TensorVector(x.get(1), x.get(2)),
                x.get(3).t(),
                x.get(4).t(),
                new TensorOptional(x.get(5)),
                new TensorOptional(none));
        return List.of(state.get0(), state.get1());
    }
}
