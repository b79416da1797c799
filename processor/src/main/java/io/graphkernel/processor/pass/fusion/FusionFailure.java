package io.graphkernel.processor.pass.fusion;

import io.graphkernel.common.target.KernelArgumentLimits;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import java.util.Optional;
import java.util.stream.Stream;

/** Reason why two clusters cannot be merged. */
enum FusionFailure {
    /** One of them is a library call, or a concatenation, which other kernels store. */
    NO_KERNEL,
    /** The op lists of the flags keep the ops apart. */
    LISTS,
    /** More ops than {@code --composite_op_limit_size}. */
    OPS,
    /** More tensors or scalars than the argument block of a kernel holds. */
    OPERANDS,
    /** Another cluster must run after one of them and before the other. */
    ORDER,
    /** No loop nest can hold the ops of both. */
    LOOPS,
    /** One reduces rows and the other columns, and merging saves no access to a full-size value. */
    CROSSED,
    /** Expensive ops would be recomputed for each row. */
    WORK;

    static Optional<FusionFailure> ofSize(FusionCluster union, long opLimit, KernelArgumentLimits arguments) {
        if (isNoKernel(union)) {
            return Optional.of(NO_KERNEL);
        }
        if (union.size() > opLimit) {
            return Optional.of(OPS);
        }
        return operands(union) > maxOperands(union, arguments)
                        || union.scalars().size() > arguments.maxScalars()
                ? Optional.of(OPERANDS)
                : Optional.empty();
    }

    /** Returns the number of tensor arguments of a cluster's kernel. */
    static int operands(FusionCluster cluster) {
        return cluster.operands().size() + cluster.stored().size();
    }

    /** Returns the maximum number of tensor arguments of a cluster's kernel. */
    static int maxOperands(FusionCluster cluster, KernelArgumentLimits arguments) {
        boolean unranked = Stream.concat(cluster.operands().stream(), cluster.stored().stream())
                .anyMatch(node -> node.shape().isUnranked());
        return unranked ? arguments.maxUnrankedTensors() : arguments.maxTensors();
    }

    static boolean isNoKernel(FusionCluster cluster) {
        return cluster.pattern() == NodePattern.OPAQUE
                && cluster.members().stream()
                        .anyMatch(node ->
                                OpTable.get().isStep(node) || OpTable.get().is(node, OpKind.CONCAT));
    }
}
