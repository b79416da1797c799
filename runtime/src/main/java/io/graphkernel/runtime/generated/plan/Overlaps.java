package io.graphkernel.runtime.generated.plan;

import io.graphkernel.runtime.Tensor;

/**
 * Detection of overlapping tensors of a call without comparing all pairs: they are sorted by address. The buffers are
 * reused by later calls, which do not allocate.
 */
final class Overlaps {
    private long[] begins = {};
    private long[] ends = {};
    /** Indices of the tensors in the order of their addresses. */
    private int[] order = {};

    /** Checks each overlapping pair of which at least one tensor is written. */
    void check(PlanOperands operands, PlanCall call) {
        int count = sort(operands.count(), call);
        for (int i = 0; i < count; i++) {
            for (int j = i + 1; j < count && begins[order[j]] < ends[order[i]]; j++) {
                int first = Math.min(order[i], order[j]);
                int second = Math.max(order[i], order[j]);
                if (operands.isWritten(second)) {
                    operands.shared(second, first, call);
                } else if (operands.isWritten(first)) {
                    operands.shared(first, second, call);
                }
            }
        }
    }

    /** Sorts the tensors that have elements, and returns their number. */
    private int sort(int tensors, PlanCall call) {
        if (order.length < tensors) {
            begins = new long[tensors];
            ends = new long[tensors];
            order = new int[tensors];
        }
        int count = 0;
        for (int i = 0; i < tensors; i++) {
            Tensor tensor = call.tensor(i);
            if (tensor.byteCount() > 0) {
                begins[i] = tensor.address();
                ends[i] = begins[i] + tensor.byteCount();
                order[count++] = i;
            }
        }
        // Shell sort: in place, and fast for some hundred elements.
        for (int gap = count / 2; gap > 0; gap /= 2) {
            for (int i = gap; i < count; i++) {
                int moved = order[i];
                int position = i;
                while (position >= gap && begins[order[position - gap]] > begins[moved]) {
                    order[position] = order[position - gap];
                    position -= gap;
                }
                order[position] = moved;
            }
        }
        return count;
    }
}
