package io.graphkernel.runtime.internal.collective.vendor;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.NativeScratch;
import java.util.List;

/** NCCL, for CUDA GPUs. */
final class NcclLibrary extends RankLibrary {
    static final String NAME = "NCCL";
    static final String PROPERTY = "graphkernel.nccl.library";

    private static final int ID_BYTES = 128;

    private final long getUniqueId = function("ncclGetUniqueId");
    /** Available since 2.23. Its predecessor takes its 128 bytes by value, which calls by address do not support. */
    private final long initRank = function("ncclCommInitRankScalable");

    private final long allReduce = function("ncclAllReduce");
    private final long reduceScatter = function("ncclReduceScatter");
    private final long allGather = function("ncclAllGather");
    private final long broadcast = function("ncclBroadcast");
    private final long send = function("ncclSend");
    private final long receive = function("ncclRecv");
    private final long groupStart = function("ncclGroupStart");
    private final long groupEnd = function("ncclGroupEnd");
    private final long abort = function("ncclCommAbort");
    private final long destroy = function("ncclCommDestroy");

    NcclLibrary() {
        super(NAME, PROPERTY, List.of("libnccl.so.2", "libnccl.so"), "ncclCommGetAsyncError", "ncclGetErrorString");
    }

    @Override
    int idBytes() {
        return ID_BYTES;
    }

    @Override
    void newId(long address) {
        check("ncclGetUniqueId", call(getUniqueId, address));
    }

    @Override
    long join(int size, int rank, long id) {
        long answer = NativeScratch.address();
        check("ncclCommInitRankScalable", call(initRank, answer, size, rank, 1, id, 0));
        return Memory.getLong(answer);
    }

    @Override
    boolean computes(CollectiveRequest request) {
        return request.dtype() != DType.BOOL && request.dtype() != DType.I16 && request.dtype() != DType.U16;
    }

    private static int code(DType dtype) {
        return switch (dtype) {
            case I8, BOOL -> 0;
            // Only transferred.
            case U8, F8E4M3, F8E5M2 -> 1;
            case I32 -> 2;
            case U32 -> 3;
            case I64 -> 4;
            case U64 -> 5;
            case F16 -> 6;
            case F32 -> 7;
            case F64 -> 8;
            case BF16 -> 9;
            case I16, U16 -> throw new IllegalArgumentException(dtype.toString());
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

    @Override
    void put(CollectiveRequest request, RankHandle member, long source, long target, long stream) {
        long elements = request.elements();
        int dtype = code(request.dtype());
        long handle = member.handle();
        switch (request.kind()) {
            case ALL_REDUCE ->
                check(
                        "ncclAllReduce",
                        call(allReduce, source, target, elements, dtype, code(request.op()), handle, stream, 0));
            case REDUCE_SCATTER ->
                check(
                        "ncclReduceScatter",
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
            case ALL_GATHER -> check("ncclAllGather", call(allGather, source, target, elements, dtype, handle, stream));
            case BROADCAST ->
                check(
                        "ncclBroadcast",
                        call(broadcast, source, target, elements, dtype, request.root(), handle, stream, 0));
            case ALL_TO_ALL -> exchange(request, member, source, target, stream);
        }
    }

    private void exchange(CollectiveRequest request, RankHandle member, long source, long target, long stream) {
        long shardElements = request.elements() / member.size();
        long bytes = shardElements * request.dtype().bytes();
        int dtype = code(request.dtype());
        check("ncclGroupStart", call(groupStart));
        for (int peer = 0; peer < member.size(); peer++) {
            check("ncclSend", call(send, source + peer * bytes, shardElements, dtype, peer, member.handle(), stream));
            check(
                    "ncclRecv",
                    call(receive, target + peer * bytes, shardElements, dtype, peer, member.handle(), stream));
        }
        check("ncclGroupEnd", call(groupEnd));
    }

    @Override
    void abort(long handle) {
        call(abort, handle);
    }

    @Override
    void destroy(long handle) {
        call(destroy, handle);
    }
}
