package io.graphkernel.processor.target.ascend;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.LibraryCall;
import io.graphkernel.processor.schedule.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which library calls run on Ascend: what the cubes multiply, by aclnn, CANN's library of whole ops; and what ranks do
 * together, on the host.
 */
final class AscendLibrary {

    /** What cubes multiply; i8 as f16, which has all its numbers. */
    private static final Set<DType> CUBES = Set.of(DType.F32, DType.F16, DType.BF16, DType.I8);

    private AscendLibrary() {}

    /** Why a call does not run there; empty if it does. */
    static Optional<Refusal> refusal(LibraryCall call) {
        Node op = call.node();
        List<DType> dtypes = call.tensors().stream().map(Node::dtype).distinct().toList();
        if (op.attributes().has(Attributes.GROUP) && !isProduct(call)) {
            return Optional.empty();
        }
        if (dtypes.size() > 1) {
            return Optional.of(new Refusal(op, "aclnn has no function for it"));
        }
        return CUBES.contains(dtypes.get(0))
                ? Optional.empty()
                : Optional.of(new Refusal(op, "cubes do not multiply " + dtypes.get(0)));
    }

    private static boolean isProduct(LibraryCall call) {
        return call.ownTensors().size() > 1;
    }
}
