package io.graphkernel.runtime.generated.library.cublas;

import io.graphkernel.common.target.GpuModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.device.DeviceMatMul;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.NativeScratch;
import io.graphkernel.runtime.internal.memory.DetachedFromScope;
import io.graphkernel.runtime.internal.memory.Reclamation;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bytedeco.javacpp.BytePointer;

/**
 * Matmul by cuBLASLt: f32 and f64 in full precision, f16 and bf16 with f32 accumulation. A built-in kernel applies the
 * remaining post-ops to the stored result.
 *
 * <p>cuBLASLt is column-major: a row-major {@code [m, n]} is its {@code n x m}. It therefore computes {@code bᵀ aᵀ},
 * with b as its first operand A.
 *
 * <p>The algorithm is selected once per shape, for 16-byte aligned operands and results. A built-in kernel computes
 * calls with unaligned addresses, such as views of larger tensors.
 */
public final class CublasLtMatMul implements LibraryKernel {
    /** Alignment of addresses in bytes that the algorithm requires. */
    private static final int ALIGNMENT = 16;

    /** Workspace size that NVIDIA recommends for its largest devices. */
    private static final long MAX_WORKSPACE_BYTES = GpuModel.Library.DEFAULT.maxWorkspaceBytes();

    // cudaDataType_t
    private static final int REAL_F32 = 0;
    private static final int REAL_F64 = 1;
    private static final int REAL_F16 = 2;
    private static final int REAL_BF16 = 14;

    // cublasComputeType_t; CUBLAS_COMPUTE_32F does not round to TF32.
    private static final int COMPUTE_F32 = 68;
    private static final int COMPUTE_F64 = 70;

    // cublasLtMatmulDescAttributes_t
    private static final int TRANSPOSE_A = 3;
    private static final int TRANSPOSE_B = 4;
    private static final int EPILOGUE = 7;
    private static final int BIAS_POINTER = 8;

    // cublasLtMatrixLayoutAttribute_t
    private static final int BATCH_COUNT = 5;
    private static final int BATCH_STRIDE = 6;

    // cublasLtMatmulPreferenceAttributes_t
    private static final int WORKSPACE_BYTES = 1;
    private static final int REDUCTION_SCHEMES = 3;
    private static final int FIRST_ALIGNMENT = 5;
    private static final int LAST_ALIGNMENT = 8;

    /** Split-K sums are reduced in the compute type, not in the type of the result. */
    private static final int REDUCTION_IN_COMPUTE_TYPE = 2;

    // Offsets in cublasLtMatmulHeuristicResult_t: the algorithm, then its workspace size; the scale factors follow it.
    private static final int WORKSPACE_OFFSET = 64;
    private static final int ALPHA_OFFSET = 96;
    private static final int BETA_OFFSET = 104;
    private static final int CONSTANT_BYTES = 112;

    private final CublasLt library;
    private final DeviceInUse device;
    private final int resultOperand;
    private final CublasLtEpilogue epilogue;

    /** Applies the remaining post-ops. */
    private final LibraryKernel remainingPostOps;

    /** Fallback for unaligned addresses. */
    private final Supplier<LibraryKernel> unaligned;

    private final BytePointer constants = DetachedFromScope.create(() -> new BytePointer(CONSTANT_BYTES));
    private final long descriptor;
    private final long[] layouts;
    private LibraryKernel unalignedKernel;

    /**
     * Returns the kernel of a matmul.
     *
     * @return empty if cuBLASLt does not support it
     */
    public static Optional<LibraryKernel> kernel(
            CublasLt library, MatMulShape shape, DType dtype, List<PostOp> operations, DeviceInUse device) {
        boolean isSupported = shape.batchLoops().size() <= 1 && shape.batchSize() <= Integer.MAX_VALUE;
        if (!isSupported) {
            return Optional.empty();
        }
        CublasLtEpilogue longest = CublasLtEpilogue.of(operations);
        for (CublasLtEpilogue epilogue :
                longest.count() == 0 ? List.of(longest) : List.of(longest, CublasLtEpilogue.NONE)) {
            LibraryKernel remainingPostOps = epilogue.count() == operations.size()
                    ? NOTHING
                    : DeviceMatMul.epilogue(shape, dtype, operations, epilogue.count(), device);
            CublasLtMatMul matMul = new CublasLtMatMul(
                    library,
                    shape,
                    dtype,
                    2 + PostOp.operands(operations),
                    epilogue,
                    remainingPostOps,
                    () -> DeviceMatMul.builtIn(shape, dtype, operations, device),
                    device);
            if (matMul.findAlgorithm()) {
                return Optional.of(matMul);
            }
        }
        return Optional.empty();
    }

    private CublasLtMatMul(
            CublasLt library,
            MatMulShape shape,
            DType dtype,
            int resultOperand,
            CublasLtEpilogue epilogue,
            LibraryKernel remainingPostOps,
            Supplier<LibraryKernel> unaligned,
            DeviceInUse device) {
        this.library = library;
        this.device = device;
        this.resultOperand = resultOperand;
        this.epilogue = epilogue;
        this.remainingPostOps = remainingPostOps;
        this.unaligned = unaligned;
        device.driver().makeCurrent();
        boolean wide = dtype == DType.F64;
        descriptor = library.newDescriptor(wide ? COMPUTE_F64 : COMPUTE_F32, wide ? REAL_F64 : REAL_F32);
        boolean transposeA = shape.aColumn() != 1;
        boolean transposeB = shape.bColumn() != 1;
        library.setMatmulAttribute(descriptor, TRANSPOSE_A, transposeB ? 1 : 0, Integer.BYTES);
        library.setMatmulAttribute(descriptor, TRANSPOSE_B, transposeA ? 1 : 0, Integer.BYTES);
        library.setMatmulAttribute(descriptor, EPILOGUE, epilogue.code(), Integer.BYTES);
        if (epilogue.bias() >= 0) {
            // The search derives the alignment of the bias from its address.
            library.setMatmulAttribute(descriptor, BIAS_POINTER, ALIGNMENT, Long.BYTES);
        }
        MatMulShape.BatchLoop loop = shape.batchLoops().isEmpty()
                ? new MatMulShape.BatchLoop(1, 0, 0)
                : shape.batchLoops().get(0);
        long m = shape.m();
        long n = shape.n();
        long k = shape.k();
        long b = layout(dtype, transposeB ? k : n, transposeB ? n : k, loop, loop.bStride());
        long a = layout(dtype, transposeA ? m : k, transposeA ? k : m, loop, loop.aStride());
        long result = layout(dtype, n, m, loop, m * n);
        layouts = new long[] {b, a, result, result};
        Reclamation.registerBlocking(this, library.destruction(descriptor, b, a, result));
        putFactor(ALPHA_OFFSET, wide, 1);
        putFactor(BETA_OFFSET, wide, epilogue.addend() < 0 ? 0 : 1);
    }

    private static int type(DType dtype) {
        return switch (dtype) {
            case F32 -> REAL_F32;
            case F64 -> REAL_F64;
            case F16 -> REAL_F16;
            case BF16 -> REAL_BF16;
            case F8E4M3, F8E5M2, I8, U8, I16, U16, I32, U32, I64, U64, BOOL ->
                throw new IllegalArgumentException(dtype.toString());
        };
    }

    private long layout(DType dtype, long rows, long columns, MatMulShape.BatchLoop loop, long stride) {
        long layout = library.newLayout(type(dtype), rows, columns, rows);
        library.setLayoutAttribute(layout, BATCH_COUNT, loop.extent(), Integer.BYTES);
        library.setLayoutAttribute(layout, BATCH_STRIDE, stride, Long.BYTES);
        return layout;
    }

    private void putFactor(int offset, boolean wide, int value) {
        if (wide) {
            Memory.putDouble(constants.address() + offset, value);
        } else {
            Memory.putFloat(constants.address() + offset, value);
        }
    }

    private boolean findAlgorithm() {
        long preference = library.newPreference();
        try {
            library.setPreferenceAttribute(preference, WORKSPACE_BYTES, MAX_WORKSPACE_BYTES, Long.BYTES);
            library.setPreferenceAttribute(preference, REDUCTION_SCHEMES, REDUCTION_IN_COMPUTE_TYPE, Integer.BYTES);
            for (int attribute = FIRST_ALIGNMENT; attribute <= LAST_ALIGNMENT; attribute++) {
                library.setPreferenceAttribute(preference, attribute, ALIGNMENT, Integer.BYTES);
            }
            return library.findAlgorithm(descriptor, layouts, preference, constants.address());
        } finally {
            library.destroyPreference(preference);
        }
    }

    @Override
    public void launch(LaunchFrame frame, long arguments) {
        long a = frame.slot(0);
        long b = frame.slot(1);
        long result = frame.slot(resultOperand);
        long addend = epilogue.addend() < 0 ? result : frame.slot(epilogue.addend());
        long bias = epilogue.bias() < 0 ? 0 : frame.slot(epilogue.bias());
        if (((a | b | result | addend | bias) & ALIGNMENT - 1) != 0) {
            unalignedKernel().launch(frame, arguments);
            return;
        }
        long workspaceBytes = Memory.getLong(constants.address() + WORKSPACE_OFFSET);
        // Runs before the stream is locked, since an allocation may block.
        long workspace = frame.libraryWorkspace(workspaceBytes);
        frame.stream().run(queue -> matmul(queue.handle(), a, b, addend, result, bias, workspace, workspaceBytes));
        remainingPostOps.launch(frame, arguments);
    }

    /** Serialized, since the address of the bias is part of the descriptor. */
    private synchronized void matmul(
            long stream, long a, long b, long addend, long result, long bias, long workspace, long workspaceBytes) {
        device.driver().makeCurrent();
        if (bias != 0) {
            library.setMatmulAttribute(descriptor, BIAS_POINTER, bias, Long.BYTES);
        }
        long memory = NativeScratch.address();
        argument(memory, 1, descriptor);
        argument(memory, 2, constants.address() + ALPHA_OFFSET);
        argument(memory, 3, b);
        argument(memory, 4, layouts[0]);
        argument(memory, 5, a);
        argument(memory, 6, layouts[1]);
        argument(memory, 7, constants.address() + BETA_OFFSET);
        argument(memory, 8, addend);
        argument(memory, 9, layouts[2]);
        argument(memory, 10, result);
        argument(memory, 11, layouts[3]);
        argument(memory, 12, constants.address());
        argument(memory, 13, workspace);
        argument(memory, 14, workspaceBytes);
        argument(memory, 15, stream);
        library.matmul(memory);
    }

    private static void argument(long memory, int number, long value) {
        Memory.putLong(memory + (long) number * Long.BYTES, value);
    }

    private synchronized LibraryKernel unalignedKernel() {
        if (unalignedKernel == null) {
            unalignedKernel = unaligned.get();
        }
        return unalignedKernel;
    }
}
