package io.graphkernel.processor.lower;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.schedule.ArgumentLayout;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.LinkedHashSet;
import java.util.Set;

/** Declarations of a kernel's arguments and of the values that follow from them alone. */
public final class ArgumentLowering {
    private final StageLowering stages;
    private final ScheduledKernel kernel;
    private final CodeBuilder code;

    /**
     * Creates the lowering of a kernel's arguments.
     *
     * @param stages lowering of the kernel's stages, which read the arguments
     */
    public ArgumentLowering(StageLowering stages) {
        this.stages = stages;
        this.kernel = stages.kernel;
        this.code = stages.code;
    }

    /** Declares the kernel's arguments, and the values with one element per kernel that are not reduced. */
    public void declareArguments() {
        ArgumentLayout layout = kernel.layout();
        for (int i = 0; i < layout.dims().size(); i++) {
            if (!isLoopIndex(layout.dims().get(i))) {
                code.declareInt64(KernelNames.size(layout.dims().get(i).name()), integer(layout.dimSlot() + i));
            }
        }
        stages.declarePointers();
        for (int i = 0; i < layout.scalars().size(); i++) {
            Node scalar = layout.scalars().get(i);
            Type.ScalarType type = new Type.ScalarType(scalar.dtype());
            stages.declare(scalar, new Expression.Argument(type, layout.scalarSlot() + i));
        }
        declareDimensions(false);
    }

    /** Declares the index of a recurrence's loop inside the loop, and the numbers that depend on it. */
    public void declareIteration(Expression index) {
        code.declareInt64(KernelNames.size(kernel.recurrence().index()), index);
        declareDimensions(true);
    }

    /** Returns true if a symbol is the index of the loop inside the kernel, which declares it. */
    private boolean isLoopIndex(Dim.Symbol symbol) {
        return kernel.recurrence() != null && kernel.recurrence().index().equals(symbol.name());
    }

    /** Declares the numbers that are products of sizes, with or without the index of the loop inside the kernel. */
    private void declareDimensions(boolean ofIteration) {
        Set<Node> dimensions = new LinkedHashSet<>();
        kernel.group()
                .nodes()
                .forEach(node -> node.operands().stream()
                        .filter(operand -> operand.kind() == Node.Kind.DIMENSION)
                        .forEach(dimensions::add));
        for (Node dimension : dimensions) {
            Dim product = Dim.product(dimension.attributes().dims());
            boolean hasIndex = product.symbols().stream().map(Dim.Symbol::new).anyMatch(this::isLoopIndex);
            if (hasIndex == ofIteration) {
                stages.declare(dimension, new Expression.IntToScalar(dimension.dtype(), CodeBuilder.size(product)));
            }
        }
    }

    /** Declares the inner stride of each operand of an unranked shape: 0 or 1. */
    public void declareSteps() {
        Expression description = CodeBuilder.constant(kernel.layout().broadcastSlot());
        for (Buffer input : kernel.buffers().inputs()) {
            if (input.mask() != 0) {
                Expression slot = CodeBuilder.constant(input.slot());
                code.declareInt64(
                        stages.names.step(input.value()), CodeBuilder.call("broadcast_step", description, slot));
            }
        }
    }

    /** Returns a 64-bit integer argument. */
    public static Expression integer(int slot) {
        return new Expression.Argument(Type.IntType.INT64, slot);
    }
}
