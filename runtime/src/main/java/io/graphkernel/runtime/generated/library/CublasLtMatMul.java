package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.CallMemory;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.memory.Unscoped;
import java.lang.ref.Cleaner;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bytedeco.javacpp.BytePointer;

/**
 * A matrix product by cuBLASLt: f32 and f64 in full precision, f16 and bf16 with sums in f32. What it cannot apply to
 * the product, a kernel of our own applies to the stored result.
 *
 * <p>cuBLASLt counts by columns: a row-major {@code [m, n]} is its {@code n x m}, so that it computes {@code bᵀ aᵀ}, with
 * our b as its first operand A.
 *
 * <p>Its algorithm is chosen once for a shape, for operands and results at multiples of 16 bytes. Where one of them lies
 * elsewhere, as a part of a larger tensor may, our own kernel computes that call.
 */
final class CublasLtMatMul implements LibraryWork {
    /** Addresses are multiples of so many bytes, or our own kernel computes the product. */
    private static final int ALIGNMENT = 16;

    /** As much as NVIDIA recommends for its largest devices. */
    private static final long MOST_WORKSPACE_BYTES = 32L << 20;

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

    /** Sums that are split are added up in the type that is computed in, not in that of the result. */
    private static final int REDUCTION_IN_COMPUTE_TYPE = 2;

    // cublasLtMatmulHeuristicResult_t: the algorithm, then the memory that it needs; after it the factors.
    private static final int WORKSPACE_OFFSET = 64;
    private static final int ALPHA_OFFSET = 96;
    private static final int BETA_OFFSET = 104;
    private static final int CONSTANT_BYTES = 112;

    private static final Cleaner CLEANER = Cleaner.create();

    private final CublasLt library;
    private final DeviceInUse device;
    private final int resultOperand;
    private final CublasLtEpilogue epilogue;

    /** Applies the post-ops that are left. */
    private final LibraryWork finish;

    /** For addresses that are not aligned. */
    private final Supplier<LibraryWork> unaligned;

    private final BytePointer constants = Unscoped.make(() -> new BytePointer(CONSTANT_BYTES));
    private final long description;
    private final long[] layouts;
    private LibraryWork ownKernel;

    /**
     * The product.
     *
     * @return none if cuBLASLt does not have it
     */
    static Optional<LibraryWork> work(
            CublasLt library, MatMulShape shape, DType dtype, List<PostOp> operations, DeviceInUse device) {
        boolean known = shape.runs().size() <= 1 && shape.products() <= Integer.MAX_VALUE;
        if (!known) {
            return Optional.empty();
        }
        CublasLtEpilogue longest = CublasLtEpilogue.of(operations);
        for (CublasLtEpilogue epilogue :
                longest.count() == 0 ? List.of(longest) : List.of(longest, CublasLtEpilogue.NONE)) {
            LibraryWork finish = epilogue.count() == operations.size()
                    ? NOTHING
                    : DeviceMatMul.finish(shape, dtype, operations, epilogue.count(), device);
            CublasLtMatMul product = new CublasLtMatMul(
                    library,
                    shape,
                    dtype,
                    2 + PostOp.operands(operations),
                    epilogue,
                    finish,
                    () -> DeviceMatMul.own(shape, dtype, operations, device),
                    device);
            if (product.findAlgorithm()) {
                return Optional.of(product);
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
            LibraryWork finish,
            Supplier<LibraryWork> unaligned,
            DeviceInUse device) {
        this.library = library;
        this.device = device;
        this.resultOperand = resultOperand;
        this.epilogue = epilogue;
        this.finish = finish;
        this.unaligned = unaligned;
        device.driver().makeCurrent();
        boolean wide = dtype == DType.F64;
        description = library.newDescription(wide ? COMPUTE_F64 : COMPUTE_F32, wide ? REAL_F64 : REAL_F32);
        boolean transposeA = shape.aColumn() != 1;
        boolean transposeB = shape.bColumn() != 1;
        library.describe(description, TRANSPOSE_A, transposeB ? 1 : 0, Integer.BYTES);
        library.describe(description, TRANSPOSE_B, transposeA ? 1 : 0, Integer.BYTES);
        library.describe(description, EPILOGUE, epilogue.code(), Integer.BYTES);
        if (epilogue.bias() >= 0) {
            // The search reads from the address how far a bias is aligned.
            library.describe(description, BIAS_POINTER, ALIGNMENT, Long.BYTES);
        }
        MatMulShape.Run run = shape.runs().isEmpty()
                ? new MatMulShape.Run(1, 0, 0)
                : shape.runs().get(0);
        long m = shape.m();
        long n = shape.n();
        long k = shape.k();
        long b = layout(dtype, transposeB ? k : n, transposeB ? n : k, run, run.bStride());
        long a = layout(dtype, transposeA ? m : k, transposeA ? k : m, run, run.aStride());
        long result = layout(dtype, n, m, run, m * n);
        layouts = new long[] {b, a, result, result};
        CLEANER.register(this, library.destruction(description, b, a, result));
        putFactor(ALPHA_OFFSET, wide, 1);
        putFactor(BETA_OFFSET, wide, epilogue.addend() < 0 ? 0 : 1);
    }

    private static int type(DType dtype) {
        return switch (dtype) {
            case F32 -> REAL_F32;
            case F64 -> REAL_F64;
            case F16 -> REAL_F16;
            case BF16 -> REAL_BF16;
            case I8, U8, I32, I64, BOOL -> throw new IllegalArgumentException(dtype.toString());
        };
    }

    private long layout(DType dtype, long rows, long columns, MatMulShape.Run run, long stride) {
        long layout = library.newLayout(type(dtype), rows, columns, rows);
        library.lay(layout, BATCH_COUNT, run.extent(), Integer.BYTES);
        library.lay(layout, BATCH_STRIDE, stride, Long.BYTES);
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
            library.prefer(preference, WORKSPACE_BYTES, MOST_WORKSPACE_BYTES, Long.BYTES);
            library.prefer(preference, REDUCTION_SCHEMES, REDUCTION_IN_COMPUTE_TYPE, Integer.BYTES);
            for (int attribute = FIRST_ALIGNMENT; attribute <= LAST_ALIGNMENT; attribute++) {
                library.prefer(preference, attribute, ALIGNMENT, Integer.BYTES);
            }
            return library.findAlgorithm(description, layouts, preference, constants.address());
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
            ownKernel().launch(frame, arguments);
            return;
        }
        long workspaceBytes = Memory.getLong(constants.address() + WORKSPACE_OFFSET);
        // Before the stream is in use, because memory may be waited for.
        long workspace = frame.libraryWorkspace(workspaceBytes);
        frame.stream().run(queue -> multiply(queue.handle(), a, b, addend, result, bias, workspace, workspaceBytes));
        finish.launch(frame, arguments);
    }

    /** One thread after the other, because the bias is a part of the description. */
    private synchronized void multiply(
            long stream, long a, long b, long addend, long result, long bias, long workspace, long workspaceBytes) {
        device.driver().makeCurrent();
        if (bias != 0) {
            library.describe(description, BIAS_POINTER, bias, Long.BYTES);
        }
        long memory = CallMemory.address();
        argument(memory, 1, description);
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
        library.multiply(memory);
    }

    private static void argument(long memory, int number, long value) {
        Memory.putLong(memory + (long) number * Long.BYTES, value);
    }

    private synchronized LibraryWork ownKernel() {
        if (ownKernel == null) {
            ownKernel = unaligned.get();
        }
        return ownKernel;
    }
}
