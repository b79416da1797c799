package io.graphkernel.processor.pass.pipeline;

import io.graphkernel.processor.pass.AxisNormalizer;
import io.graphkernel.processor.pass.ConcatOperands;
import io.graphkernel.processor.pass.ConstantFolding;
import io.graphkernel.processor.pass.DeadCodeElimination;
import io.graphkernel.processor.pass.DeduplicateViews;
import io.graphkernel.processor.pass.GraphKernelCse;
import io.graphkernel.processor.pass.GraphKernelExpander;
import io.graphkernel.processor.pass.KernelPacket;
import io.graphkernel.processor.pass.LibraryEpilogue;
import io.graphkernel.processor.pass.LibraryExpander;
import io.graphkernel.processor.pass.LoopOperandFusion;
import io.graphkernel.processor.pass.MaterializeViews;
import io.graphkernel.processor.pass.OutputIdentity;
import io.graphkernel.processor.pass.RaiseReductionPrecision;
import io.graphkernel.processor.pass.ReorderOps;
import io.graphkernel.processor.pass.ReshapeSinking;
import io.graphkernel.processor.pass.StackAlongAxis;
import io.graphkernel.processor.pass.StoredKeyFusion;
import io.graphkernel.processor.pass.TransformOpOptimizer;
import io.graphkernel.processor.pass.TransposeMatMulFusion;
import io.graphkernel.processor.pass.UnreadLoopResults;
import io.graphkernel.processor.pass.UpdateCycles;
import io.graphkernel.processor.pass.ViewHoisting;
import io.graphkernel.processor.pass.VirtualOpSet;
import io.graphkernel.processor.pass.arithmetic.ArithmeticSimplify;
import io.graphkernel.processor.pass.chunk.RowChunking;
import io.graphkernel.processor.pass.fusion.BasicFusion;
import io.graphkernel.processor.pass.fusion.CompositeFusion;
import io.graphkernel.processor.pass.fusion.HoistParameterUpdates;
import io.graphkernel.processor.pass.fusion.ParallelFusion;
import io.graphkernel.processor.pass.fusion.RecomputeFusion;
import io.graphkernel.processor.pass.fusion.SingletonKernels;
import io.graphkernel.processor.pass.fusion.StitchFusion;
import io.graphkernel.processor.pass.pattern.ConvConcatFusion;
import io.graphkernel.processor.pass.pattern.FusionPatterns;
import java.util.List;

/** The stages and their passes in order. Stages have the names and indices of MindSpore's documents. */
final class PassStages {

    /** Name of the first stage that forms kernels; from it on no decision increases memory traffic. */
    static final String FUSION = "split";

    static final List<PassStage> ALL = List.of(
            // Patterns over whole composite ops, as users and the documents name them.
            new PassStage("preprocess", FusionPatterns.all()),
            new PassStage(
                    "cluster",
                    List.of(
                            // Ops that libraries compute as matmuls and convolutions, before their epilogues.
                            new LibraryExpander(),
                            // Reshapes of rows between matmuls and their epilogues.
                            new ReshapeSinking(),
                            // Complete activations, for the epilogues of libraries.
                            new LibraryEpilogue(),
                            // Composite ops into basic ones: every later pass sees only basic ops.
                            new GraphKernelExpander(),
                            // Before other passes see transposes that a library supports.
                            new TransposeMatMulFusion())),
            new PassStage(
                    "highlevelopt1",
                    List.of(
                            // Numbers before CSE, so that equal numbers that are computed differently are merged.
                            new ConstantFolding(),
                            // Normalized axes, so that equal reductions are merged.
                            new AxisNormalizer(),
                            // Expansions repeat each other, and rules compare operands.
                            new GraphKernelCse(GraphKernelCse.FIRST),
                            // Before rules that remove the casts that this brings together.
                            new ReorderOps(),
                            new ArithmeticSimplify(),
                            new RaiseReductionPrecision(),
                            // After rules that make values equal.
                            new GraphKernelCse(GraphKernelCse.LAST),
                            new TransformOpOptimizer(),
                            // After folding, CSE and reordering, which leave unused nodes.
                            new DeadCodeElimination(),
                            // Before values are merged into kernels, and views are moved.
                            new RowChunking(),
                            // Views towards the inputs, where they only change the access map.
                            new ViewHoisting(),
                            // After the users of convolutions are final.
                            new ConvConcatFusion(),
                            // After views have moved to the stored tensors, and before they are copied.
                            new StoredKeyFusion(),
                            // After views have moved, and before views that loops read are copied.
                            new LoopOperandFusion(),
                            // Reads of parameters that are updated, after the ops that read them are final.
                            new UpdateCycles())),
            new PassStage(
                    FUSION,
                    List.of(
                            // Before copies for results that nothing reads.
                            new UnreadLoopResults(),
                            // Copies for results that are not ops.
                            new OutputIdentity(),
                            // Copies for operands that kernels cannot store contiguously or read through.
                            new ConcatOperands(),
                            // Copies for views that the packet lists exclude from kernels.
                            new KernelPacket(),
                            // Slices that libraries read in place, before the others
                            // are copied.
                            new VirtualOpSet(),
                            new MaterializeViews(),
                            // One kernel per op: the plan of --opt_level=0.
                            new SingletonKernels(),
                            // The two fusion stages of the r1.0 document.
                            new BasicFusion(),
                            new CompositeFusion())),
            new PassStage(
                    "highlevelopt2",
                    List.of(
                            // Recomputation that saves memory traffic.
                            new RecomputeFusion(),
                            // Shortens the live ranges of values that only updates read.
                            new HoistParameterUpdates(),
                            // Bodies of loops are kernels now, which may store in the order of the readers.
                            new StackAlongAxis())),
            new PassStage(
                    "parallel",
                    List.of(
                            // Stitching first: a launch of several phases accepts no further kernels.
                            new StitchFusion(), new ParallelFusion())),
            new PassStage(
                    "build",
                    List.of(
                            // Values that several ops of a kernel read through equal views are loaded once.
                            new DeduplicateViews())),
            new PassStage("postprocess", List.of()));

    private PassStages() {}
}
