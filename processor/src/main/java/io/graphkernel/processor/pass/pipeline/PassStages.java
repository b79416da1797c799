package io.graphkernel.processor.pass.pipeline;

import io.graphkernel.processor.pass.AxisNormalizer;
import io.graphkernel.processor.pass.ConcatOperands;
import io.graphkernel.processor.pass.ConstantFolding;
import io.graphkernel.processor.pass.DeadCodeElimination;
import io.graphkernel.processor.pass.GraphKernelCse;
import io.graphkernel.processor.pass.GraphKernelExpander;
import io.graphkernel.processor.pass.KernelPacket;
import io.graphkernel.processor.pass.LibraryEpilogue;
import io.graphkernel.processor.pass.LibraryExpander;
import io.graphkernel.processor.pass.OutputIdentity;
import io.graphkernel.processor.pass.RaiseReductionPrecision;
import io.graphkernel.processor.pass.ReorderOps;
import io.graphkernel.processor.pass.TransformOpOptimizer;
import io.graphkernel.processor.pass.TransposeMatMulFusion;
import io.graphkernel.processor.pass.UpdateCycles;
import io.graphkernel.processor.pass.ViewForming;
import io.graphkernel.processor.pass.ViewJoining;
import io.graphkernel.processor.pass.ViewSinking;
import io.graphkernel.processor.pass.VirtualOpSet;
import io.graphkernel.processor.pass.arithmetic.ArithmeticSimplify;
import io.graphkernel.processor.pass.fusion.BasicFusion;
import io.graphkernel.processor.pass.fusion.CompositeFusion;
import io.graphkernel.processor.pass.fusion.EarlyUpdates;
import io.graphkernel.processor.pass.fusion.KernelForming;
import io.graphkernel.processor.pass.fusion.ParallelFusion;
import io.graphkernel.processor.pass.fusion.RecomputeFusion;
import io.graphkernel.processor.pass.fusion.StitchFusion;
import io.graphkernel.processor.pass.pattern.ConvConcatFusion;
import io.graphkernel.processor.pass.pattern.FusionPatterns;
import java.util.List;

/** The stages and their passes in order. Stages have the names and numbers of MindSpore's documents. */
final class PassStages {

    /** From this stage on passes decide what shares a kernel, and no decision makes more bytes move. */
    static final String FUSION = "split";

    static final List<PassStage> ALL = List.of(
            // While composite ops are whole, as users and the documents name them.
            new PassStage("preprocess", FusionPatterns.all()),
            new PassStage(
                    "cluster",
                    List.of(
                            // What libraries compute as products and convolutions, before what follows them is applied.
                            new LibraryExpander(),
                            // While activations are whole, for a library to apply.
                            new LibraryEpilogue(),
                            // Composite ops into basic ones: every later pass sees basic ops only.
                            new GraphKernelExpander(),
                            // Before other passes see transposes that a library does by itself.
                            new TransposeMatMulFusion())),
            new PassStage(
                    "highlevelopt1",
                    List.of(
                            // Numbers before CSE, so that equal numbers computed differently meet.
                            new ConstantFolding(),
                            // Axes in one form, so that equal reductions meet.
                            new AxisNormalizer(),
                            // One node for one value; expansions repeat each other, and rules compare operands.
                            new GraphKernelCse(GraphKernelCse.FIRST),
                            // Before rules take away the casts that this brings together.
                            new ReorderOps(),
                            new ArithmeticSimplify(),
                            new RaiseReductionPrecision(),
                            // What rules have made equal.
                            new GraphKernelCse(GraphKernelCse.LAST),
                            new TransformOpOptimizer(),
                            // After folding, CSE and moves have left operands without users.
                            new DeadCodeElimination(),
                            // Views towards the inputs, where they are another way to read memory.
                            new ViewSinking(),
                            // Updates that rewriting has left to read each other's parameters.
                            new UpdateCycles(),
                            // Who reads a convolution is settled.
                            new ConvConcatFusion())),
            new PassStage(
                    FUSION,
                    List.of(
                            // Results that are not ops any more, or never were, get a copy.
                            new OutputIdentity(),
                            // What kernels can't store side by side or read through gets a copy.
                            new ConcatOperands(),
                            // Views that the packet lists keep out of kernels get a copy.
                            new KernelPacket(),
                            // Parts of values that libraries read where they are, before what they can't read is
                            // copied.
                            new VirtualOpSet(),
                            new ViewForming(),
                            // Each op is a kernel: the plan of --opt_level=0.
                            new KernelForming(),
                            // The two fusion stages of the r1.0 document.
                            new BasicFusion(),
                            new CompositeFusion())),
            new PassStage(
                    "highlevelopt2",
                    List.of(
                            // Bytes that need not move.
                            new RecomputeFusion(),
                            // Values that only updates wait for die early.
                            new EarlyUpdates())),
            new PassStage(
                    "parallel",
                    List.of(
                            // Phases before what runs next to them: a launch of several phases takes no more kernels.
                            new StitchFusion(), new ParallelFusion())),
            new PassStage(
                    "build",
                    List.of(
                            // What several ops of a kernel read through equal views is loaded once.
                            new ViewJoining())),
            new PassStage("postprocess", List.of()));

    private PassStages() {}
}
