package io.graphkernel.runtime.generated.plan;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.call.AllGatherMatmulCall;
import io.graphkernel.runtime.generated.library.call.AllReduceCall;
import io.graphkernel.runtime.generated.library.call.AllToAllCall;
import io.graphkernel.runtime.generated.library.call.Convolution2dCall;
import io.graphkernel.runtime.generated.library.call.FlashAttentionCall;
import io.graphkernel.runtime.generated.library.call.FlashAttentionGradCall;
import io.graphkernel.runtime.generated.library.call.GatherGradCall;
import io.graphkernel.runtime.generated.library.call.MatMulAllReduceCall;
import io.graphkernel.runtime.generated.library.call.MatMulCall;
import io.graphkernel.runtime.generated.library.call.MatmulReduceScatterCall;
import io.graphkernel.runtime.generated.library.call.RankMaskCall;
import io.graphkernel.runtime.generated.library.call.SortOrderCall;

/** A call site of a library op. Equal steps share one. */
@FunctionalInterface
interface LibrarySite {

    /**
     * Runs the op.
     *
     * @param frame frame of the calling thread with its slots filled
     * @param onJvm true if the host computes in plain Java
     */
    void run(LaunchFrame frame, boolean onJvm);

    /** Reads a call site: the name of its class and the arguments of its constructor. */
    static LibrarySite read(PlanReader in) {
        String type = in.text();
        String method = in.text();
        return switch (type) {
            case "MatMulCall" ->
                new MatMulCall(
                        method,
                        in.text(),
                        in.text(),
                        in.constant(DType.class),
                        in.constant(DType.class),
                        rank(in),
                        rank(in),
                        in.flag(),
                        in.flag(),
                        epilogue(in))::run;
            case "Convolution2dCall" ->
                new Convolution2dCall(
                        method,
                        in.text(),
                        in.text(),
                        in.constant(DType.class),
                        in.constant(DType.class),
                        longs(in),
                        longs(in),
                        longs(in),
                        in.below(Integer.MAX_VALUE, "the number of groups"),
                        epilogue(in))::run;
            case "FlashAttentionCall" ->
                withoutEpilogue(in, new FlashAttentionCall(method, in.constant(DType.class), in.flag(), rank(in))::run);
            case "FlashAttentionGradCall" ->
                withoutEpilogue(
                        in, new FlashAttentionGradCall(method, in.constant(DType.class), in.flag(), rank(in))::run);
            case "GatherGradCall" ->
                withoutEpilogue(
                        in, new GatherGradCall(method, in.constant(DType.class), in.constant(DType.class))::run);
            case "SortOrderCall" ->
                withoutEpilogue(in, new SortOrderCall(method, in.constant(DType.class), in.flag())::run);
            case "AllReduceCall" ->
                withoutEpilogue(
                        in,
                        new AllReduceCall(
                                        method,
                                        in.constant(DType.class),
                                        rank(in),
                                        in.constant(ReduceOp.class),
                                        in.text())::run);
            case "RankMaskCall" ->
                withoutEpilogue(
                        in, new RankMaskCall(method, in.constant(DType.class), rank(in), in.number(), in.text())::run);
            case "AllToAllCall" ->
                withoutEpilogue(
                        in,
                        new AllToAllCall(method, in.constant(DType.class), rank(in), in.text(), in.number(), in.text())
                                ::run);
            case "MatMulAllReduceCall" ->
                withoutEpilogue(
                        in,
                        new MatMulAllReduceCall(
                                method, in.text(), in.text(), in.constant(DType.class), in.flag(), in.text())::run);
            case "AllGatherMatmulCall" ->
                withoutEpilogue(
                        in,
                        new AllGatherMatmulCall(
                                method,
                                in.text(),
                                in.text(),
                                in.constant(DType.class),
                                in.flag(),
                                in.number(),
                                in.text())::run);
            case "MatmulReduceScatterCall" ->
                withoutEpilogue(
                        in,
                        new MatmulReduceScatterCall(
                                method,
                                in.text(),
                                in.text(),
                                in.constant(DType.class),
                                in.flag(),
                                in.number(),
                                in.text())::run);
            default -> throw in.damaged("unknown call " + type);
        };
    }

    private static int rank(PlanReader in) {
        return in.below(KernelAbi.FRAME_SLOTS, "a rank");
    }

    private static long[] longs(PlanReader in) {
        long[] numbers = new long[in.count("numbers")];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = in.number();
        }
        return numbers;
    }

    private static PostOp[] epilogue(PlanReader in) {
        PostOp[] epilogue = new PostOp[in.count("post-ops")];
        for (int i = 0; i < epilogue.length; i++) {
            epilogue[i] = in.constant(PostOp.class);
        }
        return epilogue;
    }

    private static LibrarySite withoutEpilogue(PlanReader in, LibrarySite site) {
        if (epilogue(in).length > 0) {
            throw in.damaged("a call has post-ops that takes none");
        }
        return site;
    }
}
