package io.graphkernel.training;

import io.graphkernel.common.safetensors.SafetensorsException;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Elements of tensors in a file: little-endian and row-major, like in memory on each supported platform. Tensors may be
 * on any device, and exceed the capacity of a buffer.
 */
final class SafetensorsElements {

    private static final int CHUNK = 1 << 20;

    /** A transfer between a slice of a tensor and a buffer of equal size. */
    private interface Transfer {
        void run(ByteBuffer buffer, Tensor inBuffer, Tensor slice) throws IOException;
    }

    private SafetensorsElements() {}

    /**
     * Appends the elements of a tensor to a file.
     *
     * @return their checksum
     */
    static int write(Tensor tensor, FileChannel file) throws IOException {
        CRC32C checksum = new CRC32C();
        inParts(tensor, (buffer, inBuffer, slice) -> {
            slice.copyTo(inBuffer);
            checksum.update(buffer.duplicate());
            writeAll(buffer, file);
        });
        return (int) checksum.getValue();
    }

    static void writeAll(ByteBuffer bytes, FileChannel file) throws IOException {
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    /**
     * Reads the elements of a tensor.
     *
     * @param position offset of the first byte
     * @return their checksum
     * @throws SafetensorsException if the file is truncated, or a byte of a bool is neither 0 nor 1
     */
    static int read(FileChannel file, long position, Tensor tensor) throws IOException {
        CRC32C checksum = new CRC32C();
        long[] next = {position};
        inParts(tensor, (buffer, inBuffer, slice) -> {
            while (buffer.hasRemaining()) {
                int count = file.read(buffer, next[0]);
                if (count < 0) {
                    throw new SafetensorsException("it ends in the elements of a tensor");
                }
                next[0] += count;
            }
            requireBools(buffer.flip(), tensor.dtype());
            checksum.update(buffer.duplicate());
            inBuffer.copyTo(slice);
        });
        return (int) checksum.getValue();
    }

    /** Kernels require bools to be 0 or 1. */
    private static void requireBools(ByteBuffer bytes, DType dtype) throws SafetensorsException {
        for (int i = 0; dtype == DType.BOOL && i < bytes.limit(); i++) {
            if (bytes.get(i) >> 1 != 0) {
                throw new SafetensorsException("an element of a bool tensor is " + bytes.get(i));
            }
        }
    }

    private static void inParts(Tensor tensor, Transfer transfer) throws IOException {
        int width = tensor.dtype().bytes();
        long count = tensor.elementCount();
        long step = Math.min(count, CHUNK / width);
        ByteBuffer buffer = ByteBuffer.allocateDirect((int) step * width).order(ByteOrder.nativeOrder());
        for (long done = 0; done < count; done += step) {
            long end = Math.min(count, done + step);
            buffer.clear().limit((int) (end - done) * width);
            try (TensorScope scope = TensorScope.open()) {
                Tensor inBuffer = Tensor.wrap(buffer, tensor.dtype(), end - done);
                transfer.run(buffer, inBuffer, tensor.reshape(count).slice(done, end));
            }
        }
    }

    /**
     * Returns a read-only tensor that maps a part of a file.
     *
     * @return null if the file cannot be mapped at the offset
     */
    static @Nullable Tensor map(FileChannel file, long position, DType dtype, long bytes, long... dims)
            throws IOException {
        if (bytes == 0 || bytes > Integer.MAX_VALUE || position % dtype.bytes() != 0 || dtype == DType.BOOL) {
            return null;
        }
        ByteBuffer mapped = file.map(FileChannel.MapMode.READ_ONLY, position, bytes);
        return Tensor.wrap(mapped.order(ByteOrder.nativeOrder()), dtype, dims);
    }
}
