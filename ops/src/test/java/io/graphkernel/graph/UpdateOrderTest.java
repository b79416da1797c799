package io.graphkernel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.verification.UpdateOrder;
import io.graphkernel.op.OpTable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Order of reads and updates of regions of a parameter. */
class UpdateOrderTest extends GraphBuilderCase {

    private static final int UPDATES = 50;

    @Test
    void read_precedesTheNextUpdateAlone() throws TypeException {
        List<UpdateOrder.Hazard> expected = new ArrayList<>();
        List<Node> sums = new ArrayList<>();
        for (int i = 0; i < UPDATES; i++) {
            Node read = op("Exp", parameter);
            Node update = op("Assign", slice(parameter, i), slice(x, i));
            expected.add(new UpdateOrder.Hazard(read, 0, update));
            sums.add(read);
        }
        sums.add(op("Exp", parameter));
        Node sum = sums.get(0);
        for (Node read : sums.subList(1, sums.size())) {
            sum = op("Add", sum, read);
        }

        assertThat(UpdateOrder.hazards(finish(sum), OpTable.get())).isEqualTo(expected);
    }

    @Test
    void readByALaterUpdate_precedesTheFirstUpdate() throws TypeException {
        Node before = op("Exp", parameter);
        Node first = op("Assign", slice(parameter, 0), slice(x, 0));
        op("Assign", slice(parameter, 1), slice(before, 1));

        assertThat(UpdateOrder.hazards(finish(before), OpTable.get()))
                .containsExactly(new UpdateOrder.Hazard(before, 0, first));
    }

    private Node slice(Node node, long row) throws TypeException {
        Attributes attributes = Attributes.NONE
                .with(Attributes.BEGIN, List.of(Dim.of(row)))
                .with(Attributes.END, List.of(Dim.of(row + 1)))
                .with(Attributes.STRIDES, List.of(1L));
        return builder.operation("StridedSlice", List.of(node), attributes, "", Origin.NONE);
    }
}
