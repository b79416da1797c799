package io.graphkernel.examples.llm;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.GgufFile;
import io.graphkernel.training.GgufType;
import io.graphkernel.training.QuantizedTensor;
import java.util.function.UnaryOperator;

/** A matrix [outputs, inputs] in the format of a file. Each format has kernels, which compute the elements as they read them. */
public interface StoredMatrix {

    /** Returns the number of outputs. */
    long outputs();

    /** Returns the products [m, outputs] of rows [m, inputs]. */
    Tensor linear(Tensor x);

    /** Returns rows of the matrix, [m, inputs], by their numbers i32 [m]. */
    Tensor rows(Tensor numbers);

    /**
     * Reads a matrix.
     *
     * @param file a GGUF file
     * @param name name of the matrix
     * @param order order of the rows, applied to the elements or to codes and scales
     * @return the matrix, whose tensors belong to the caller
     */
    static StoredMatrix read(GgufFile file, String name, UnaryOperator<Tensor> order) {
        GgufType type = file.type(name);
        return switch (type) {
            case F32, F16, BF16 -> of(order.apply(file.tensor(name)));
            case Q8_0, Q4_0, Q4_1, Q4_K, Q6_K -> {
                QuantizedTensor tensor = file.quantized(name);
                Tensor codes = order.apply(tensor.codes());
                Tensor scales = order.apply(tensor.scales());
                yield switch (type) {
                    case Q8_0 -> new Q8(codes, scales);
                    case Q4_0 -> new Q4(codes, scales);
                    case Q6_K -> new Q6(codes, scales);
                    default -> new Q4WithMinimums(codes, scales, order.apply(tensor.minimums()));
                };
            }
        };
    }

    /** Returns a matrix of f32, f16 or bf16. */
    static StoredMatrix of(Tensor elements) {
        return switch (elements.dtype()) {
            case F32 -> new F32(elements);
            case F16 -> new F16(elements);
            case BF16 -> new Bf16(elements);
            default -> throw new IllegalArgumentException(elements.dtype() + " in place of " + DType.F32);
        };
    }

    /** Single precision. */
    record F32(Tensor elements) implements StoredMatrix {
        @Override
        public long outputs() {
            return elements.dimension(0);
        }

        @Override
        public Tensor linear(Tensor x) {
            return StoredProductsKernels.f32(x, elements);
        }

        @Override
        public Tensor rows(Tensor numbers) {
            return StoredRowsKernels.f32(numbers, elements);
        }
    }

    /** Half precision. */
    record F16(Tensor elements) implements StoredMatrix {
        @Override
        public long outputs() {
            return elements.dimension(0);
        }

        @Override
        public Tensor linear(Tensor x) {
            return StoredProductsKernels.f16(x, elements);
        }

        @Override
        public Tensor rows(Tensor numbers) {
            return StoredRowsKernels.f16(numbers, elements);
        }
    }

    /** The upper half of single precision. */
    record Bf16(Tensor elements) implements StoredMatrix {
        @Override
        public long outputs() {
            return elements.dimension(0);
        }

        @Override
        public Tensor linear(Tensor x) {
            return StoredProductsKernels.bf16(x, elements);
        }

        @Override
        public Tensor rows(Tensor numbers) {
            return StoredRowsKernels.bf16(numbers, elements);
        }
    }

    /** Q8_0. */
    record Q8(Tensor codes, Tensor scales) implements StoredMatrix {
        @Override
        public long outputs() {
            return codes.dimension(0);
        }

        @Override
        public Tensor linear(Tensor x) {
            return StoredProductsKernels.q8(x, codes, scales);
        }

        @Override
        public Tensor rows(Tensor numbers) {
            return StoredRowsKernels.q8(numbers, codes, scales);
        }
    }

    /** Q4_0. */
    record Q4(Tensor codes, Tensor scales) implements StoredMatrix {
        @Override
        public long outputs() {
            return codes.dimension(0);
        }

        @Override
        public Tensor linear(Tensor x) {
            return StoredProductsKernels.q4(x, codes, scales);
        }

        @Override
        public Tensor rows(Tensor numbers) {
            return StoredRowsKernels.q4(numbers, codes, scales);
        }
    }

    /** Q4_1 and Q4_K. */
    record Q4WithMinimums(Tensor codes, Tensor scales, Tensor minimums) implements StoredMatrix {
        @Override
        public long outputs() {
            return codes.dimension(0);
        }

        @Override
        public Tensor linear(Tensor x) {
            return StoredProductsKernels.q4WithMinimums(x, codes, scales, minimums);
        }

        @Override
        public Tensor rows(Tensor numbers) {
            return StoredRowsKernels.q4WithMinimums(numbers, codes, scales, minimums);
        }
    }

    /** Q6_K. */
    record Q6(Tensor codes, Tensor scales) implements StoredMatrix {
        @Override
        public long outputs() {
            return codes.dimension(0);
        }

        @Override
        public Tensor linear(Tensor x) {
            return StoredProductsKernels.q6(x, codes, scales);
        }

        @Override
        public Tensor rows(Tensor numbers) {
            return StoredRowsKernels.q6(numbers, codes, scales);
        }
    }
}
