package io.graphkernel.processor.target.ascend;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.LibraryCall;
import io.graphkernel.processor.schedule.Refusal;
import java.util.Optional;
import java.util.Set;

/**
 * Which library calls run on Ascend: what the cubes multiply, by aclnn, CANN's library of whole ops; the gradient of gathering, by
 * a kernel of our own on the vector cores; and what ranks do together, on the host.
 */
final class AscendLibrary {

    /** What cubes multiply; i8 as f16, which has all its numbers. */
    private static final Set<DType> CUBES = Set.of(DType.F32, DType.F16, DType.BF16, DType.I8);

    /** The op that vector cores compute, and what they add. */
    private static final String GATHER_GRADIENT = "GatherGrad";

    /** The ops of aclnn that the 310P has. */
    private static final Set<String> PRODUCTS = Set.of("MatMul", "BatchMatMul", "MatMulInteger", "Conv2D");

    private static final Set<DType> VECTORS = Set.of(DType.F32, DType.F16, DType.BF16);

    private AscendLibrary() {}

    /** Why a call does not run there; empty if it does. */
    static Optional<Refusal> refusal(LibraryCall call) {
        Node op = call.node();
        if (op.attributes().has(Attributes.GROUP) && !isProduct(call)) {
            return Optional.empty();
        }
        if (op.op().equals(GATHER_GRADIENT)) {
            return VECTORS.contains(op.dtype())
                    ? Optional.empty()
                    : Optional.of(new Refusal(op, "no instruction adds " + op.dtype()));
        }
        return call.tensors().stream()
                .map(Node::dtype)
                .filter(dtype -> !CUBES.contains(dtype))
                .map(dtype -> new Refusal(op, "cubes do not multiply " + dtype))
                .findFirst();
    }

    /** Why a call that runs on other chips does not on the 310P; empty if it does. */
    static Optional<Refusal> refusalOn310P(LibraryCall call) {
        Node op = call.node();
        if (op.attributes().has(Attributes.GROUP) && !isProduct(call)) {
            return Optional.empty();
        }
        if (op.op().equals(GATHER_GRADIENT)) {
            return Optional.of(new Refusal(op, "its kernel needs copies of single elements, which the 310P has not"));
        }
        if (!PRODUCTS.contains(op.op())) {
            return Optional.of(new Refusal(op, "CANN has no such op for the 310P"));
        }
        return call.tensors().stream()
                .map(Node::dtype)
                .filter(dtype -> dtype == DType.F32 || dtype == DType.BF16)
                .map(dtype -> new Refusal(op, "the cubes of the 310P do not multiply " + dtype))
                .findFirst();
    }

    private static boolean isProduct(LibraryCall call) {
        return call.ownTensors().size() > 1;
    }
}
