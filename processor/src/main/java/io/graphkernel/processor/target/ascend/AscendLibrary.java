package io.graphkernel.processor.target.ascend;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.schedule.LibraryStep;
import io.graphkernel.processor.schedule.UnsupportedReason;
import java.util.Optional;
import java.util.Set;

/**
 * Library calls on Ascend. Matmuls run on the cube units through aclnn, CANN's op library; the gradient of gathering
 * runs as a built-in kernel on the vector cores; collectives run on the host.
 */
final class AscendLibrary {

    /** Dtypes of the cube units' matmuls; i8 is converted to f16, which represents all its values. */
    private static final Set<DataType> CUBES = Set.of(DataType.F32, DataType.F16, DataType.BF16, DataType.I8);

    /** Op of the vector cores. */
    private static final String GATHER_GRADIENT = "GatherGrad";

    /** Op without an instruction or a call of aclnn. */
    private static final String SORT = "SortOrder";

    /** Ops of aclnn that the 310P supports. */
    private static final Set<String> MATMULS = Set.of("MatMul", "BatchMatMul", "MatMulInteger", "Conv2D");

    private static final Set<DataType> VECTORS = Set.of(DataType.F32, DataType.F16, DataType.BF16);

    private AscendLibrary() {}

    /** Returns the reason why a call is unsupported; empty if it is supported. */
    static Optional<UnsupportedReason> refusal(LibraryStep call) {
        Node op = call.node();
        if (op.attributes().has(Attributes.GROUP) && !isProduct(call)) {
            return Optional.empty();
        }
        if (op.op().equals(SORT)) {
            return Optional.of(new UnsupportedReason(op, "no built-in kernel sorts rows"));
        }
        if (op.op().equals(GATHER_GRADIENT)) {
            return VECTORS.contains(op.dtype())
                    ? Optional.empty()
                    : Optional.of(new UnsupportedReason(op, "no instruction adds " + op.dtype()));
        }
        return call.tensors().stream()
                .map(Node::dtype)
                .filter(dtype -> !CUBES.contains(dtype))
                .map(dtype -> new UnsupportedReason(op, "cubes do not multiply " + dtype))
                .findFirst();
    }

    /** Returns the reason why only the 310P does not support a call; empty if it does. */
    static Optional<UnsupportedReason> refusalOn310P(LibraryStep call) {
        Node op = call.node();
        if (op.attributes().has(Attributes.GROUP) && !isProduct(call)) {
            return Optional.empty();
        }
        if (op.op().equals(GATHER_GRADIENT)) {
            return Optional.of(
                    new UnsupportedReason(op, "its kernel needs copies of single elements, which the 310P has not"));
        }
        if (!MATMULS.contains(op.op())) {
            return Optional.of(new UnsupportedReason(op, "CANN has no such op for the 310P"));
        }
        return call.tensors().stream()
                .map(Node::dtype)
                .filter(dtype -> dtype == DataType.F32 || dtype == DataType.BF16)
                .map(dtype -> new UnsupportedReason(op, "the cubes of the 310P do not multiply " + dtype))
                .findFirst();
    }

    private static boolean isProduct(LibraryStep call) {
        return call.ownTensors().size() > 1;
    }
}
