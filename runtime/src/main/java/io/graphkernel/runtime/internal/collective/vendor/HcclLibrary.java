package io.graphkernel.runtime.internal.collective.vendor;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.NativeScratch;
import java.util.List;
import java.util.Set;

/** HCCL, for Ascend devices. It has no abort: a failed rank is destroyed. */
final class HcclLibrary extends RankLibrary {
    static final String NAME = "HCCL";
    static final String PROPERTY = "graphkernel.hccl.library";

    private static final int ID_BYTES = 4108;
    private static final int BYTE = 0;
    private static final Set<DType> COMBINED = Set.of(DType.I8, DType.I32, DType.I64, DType.F16, DType.BF16, DType.F32);

    private final long getRootInfo = function("HcclGetRootInfo");
    private final long initRootInfo = function("HcclCommInitRootInfo");
    private final long allReduce = function("HcclAllReduce");
    private final long reduceScatter = function("HcclReduceScatter");
    private final long allGather = function("HcclAllGather");
    private final long broadcast = function("HcclBroadcast");
    private final long allToAll = function("HcclAlltoAll");
    private final long destroy = function("HcclCommDestroy");

    HcclLibrary() {
        super(NAME, PROPERTY, List.of("libhccl.so"), "HcclGetCommAsyncError", "HcclGetErrorString");
    }

    @Override
    int idBytes() {
        return ID_BYTES;
    }

    @Override
    void newId(long address) {
        check("HcclGetRootInfo", call(getRootInfo, address));
    }

    @Override
    long join(int size, int rank, long id) {
        long answer = NativeScratch.address();
        check("HcclCommInitRootInfo", call(initRootInfo, size, id, rank, answer));
        return Memory.getLong(answer);
    }

    /** A broadcast is in place, whereas source and target of a request may differ. */
    @Override
    boolean computes(CollectiveRequest request) {
        return request.op() == null || COMBINED.contains(request.dtype());
    }

    private static int code(DType dtype) {
        return switch (dtype) {
            case I8, U8, BOOL, F8E4M3, F8E5M2 -> BYTE;
            case I16 -> 1;
            case U16 -> 8;
            case I32 -> 2;
            case U32 -> 9;
            case F16 -> 3;
            case F32 -> 4;
            case I64 -> 5;
            case U64 -> 6;
            case F64 -> 10;
            case BF16 -> 11;
        };
    }

    private static int code(ReduceOp op) {
        return switch (op) {
            case SUM -> 0;
            case PROD -> 1;
            case MAX -> 2;
            case MIN -> 3;
        };
    }

    /** Enqueues a transfer; data that is not reduced is transferred as bytes. */
    @Override
    void put(CollectiveRequest request, RankHandle member, long source, long target, long stream) {
        long elements = request.elements();
        long bytes = elements * request.dtype().bytes();
        int dtype = code(request.dtype());
        long handle = member.handle();
        switch (request.kind()) {
            case ALL_REDUCE ->
                check(
                        "HcclAllReduce",
                        call(allReduce, source, target, elements, dtype, code(request.op()), handle, stream, 0));
            case REDUCE_SCATTER ->
                check(
                        "HcclReduceScatter",
                        call(
                                reduceScatter,
                                source,
                                target,
                                elements / member.size(),
                                dtype,
                                code(request.op()),
                                handle,
                                stream,
                                0));
            case ALL_GATHER -> check("HcclAllGather", call(allGather, source, target, bytes, BYTE, handle, stream));
            case BROADCAST ->
                check("HcclBroadcast", call(broadcast, target, bytes, BYTE, request.root(), handle, stream));
            case ALL_TO_ALL -> {
                long shardBytes = bytes / member.size();
                check(
                        "HcclAlltoAll",
                        call(allToAll, source, shardBytes, BYTE, target, shardBytes, BYTE, handle, stream));
            }
        }
    }

    @Override
    void abort(long handle) {
        call(destroy, handle);
    }

    @Override
    void destroy(long handle) {
        call(destroy, handle);
    }
}
