package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.capability.Arguments;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.Optional;
import java.util.stream.Stream;

/** Why two areas can't be one kernel. */
enum Refusal {
    /** One of them is a call of a library, or a concatenation, which other kernels store. */
    NO_KERNEL,
    /** The op lists of the flags keep the ops apart. */
    LISTS,
    /** More ops than {@code --composite_op_limit_size}. */
    OPS,
    /** More tensors, or more numbers, than a kernel's argument block holds. */
    OPERANDS,
    /** Others must run after the one and before the other. */
    ORDER,
    /** No loop nest holds the ops of both. */
    LOOPS,
    /** One reduces rows, the other columns, and no whole value is read or stored less if both are one. */
    CROSSED,
    /** Expensive ops would be computed again for each row. */
    WORK;

    static Optional<Refusal> ofSize(Area union, long opLimit, Arguments arguments) {
        if (isNoKernel(union)) {
            return Optional.of(NO_KERNEL);
        }
        if (union.size() > opLimit) {
            return Optional.of(OPS);
        }
        return operands(union) > mostOperands(union, arguments)
                        || union.scalars().size() > arguments.numbers()
                ? Optional.of(OPERANDS)
                : Optional.empty();
    }

    /** The tensors that the kernel of an area takes. */
    static int operands(Area area) {
        return area.operands().size() + area.stored().size();
    }

    /** The most tensors that the kernel of an area takes. */
    static int mostOperands(Area area, Arguments arguments) {
        boolean rankless = Stream.concat(area.operands().stream(), area.stored().stream())
                .anyMatch(node -> node.shape().isRankless());
        return rankless ? arguments.ranklessTensors() : arguments.tensors();
    }

    static boolean isNoKernel(Area area) {
        return area.pattern() == NodePattern.OPAQUE
                && area.members().stream()
                        .anyMatch(node -> OpTable.get().is(node, OpKind.LIBRARY)
                                || OpTable.get().is(node, OpKind.CONCAT));
    }
}
