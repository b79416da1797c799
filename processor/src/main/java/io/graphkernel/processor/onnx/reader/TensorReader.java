package io.graphkernel.processor.onnx.reader;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Shape;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Reader of a tensor, whose elements are either raw bytes, which remain a slice of the file, or a list of numbers,
 * which is encoded. Their number must match the dims.
 */
public final class TensorReader {

    /** Maximum rank. */
    static final int MAX_AXES = 64;

    private static final long EXTERNAL = 1;

    private final List<Long> dims = new ArrayList<>();
    private ElementType elementType = ElementType.UNDEFINED;
    private String name = "";
    private ByteBuffer raw;
    private final ByteArrayOutputStream listed = new ByteArrayOutputStream();
    private final ExternalData files;
    private boolean external;
    private String location = "";
    private long offset;
    private long length = -1;

    private TensorReader(ExternalData files) {
        this.files = files;
    }

    /**
     * Reads a file with one tensor, as in the test suites of the format.
     *
     * @param file complete content
     * @return the tensor
     * @throws OnnxException if the file is damaged or not a tensor
     */
    public static OnnxTensor read(ByteBuffer file) throws OnnxException {
        return read(new WireReader(file));
    }

    static OnnxTensor read(WireReader tensor) throws OnnxException {
        return read(tensor, ExternalData.NONE);
    }

    static OnnxTensor read(WireReader tensor, ExternalData files) throws OnnxException {
        return new TensorReader(files).tensor(tensor);
    }

    private OnnxTensor tensor(WireReader tensor) throws OnnxException {
        // The encoding of numbers depends on the element type, which may follow them.
        LongStream.Builder integers = LongStream.builder();
        while (tensor.next()) {
            switch (tensor.field()) {
                case 1 -> tensor.numbers(this::dim);
                case 2 -> elementType = ElementType.of(tensor.number());
                case 4 -> write(tensor.fixedNumbers(Float.BYTES));
                case 5, 7, 11 -> tensor.numbers(integers::add);
                case 8 -> name = tensor.text();
                case 9 -> raw = tensor.content();
                case 10 -> write(tensor.fixedNumbers(Double.BYTES));
                case 13 -> {
                    external = true;
                    entry(tensor.message());
                }
                case 14 -> external |= tensor.number() == EXTERNAL;
                default -> tensor.skip();
            }
        }
        if (elementType.dtype().isEmpty()) {
            return new OnnxTensor(name, elementType, dims, ByteBuffer.allocate(0));
        }
        DataType dtype = elementType.dtype().get();
        if (external) {
            raw = elsewhere();
        } else if (raw == null) {
            integers.build().forEach(number -> write(number, dtype.byteSize()));
            raw = ByteBuffer.wrap(listed.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
        }
        long wanted = bytes(dtype);
        if (raw.remaining() != wanted) {
            throw new OnnxException("tensor '" + name + "' of " + dtype + dims + " has " + raw.remaining()
                    + " bytes of elements, not " + wanted);
        }
        return new OnnxTensor(name, elementType, dims, raw);
    }

    /** Reads an entry about external data: a key and a value. */
    private void entry(WireReader entry) throws OnnxException {
        String key = "";
        String value = "";
        while (entry.next()) {
            switch (entry.field()) {
                case 1 -> key = entry.text();
                case 2 -> value = entry.text();
                default -> entry.skip();
            }
        }
        switch (key) {
            case "location" -> location = value;
            case "offset" -> offset = number(key, value);
            case "length" -> length = number(key, value);
            default -> {
                // A checksum, or an entry of a later version of the format.
            }
        }
    }

    private static long number(String key, String value) throws OnnxException {
        if (!value.matches("\\d{1,18}")) {
            throw new OnnxException("the " + key + " of a tensor in another file is '" + value + "'");
        }
        return Long.parseLong(value);
    }

    private ByteBuffer elsewhere() throws OnnxException {
        try {
            return files.read(location, offset, length).order(ByteOrder.LITTLE_ENDIAN);
        } catch (OnnxException | IOException e) {
            throw new OnnxException("tensor '" + name + "' cannot be read: " + e.getMessage());
        }
    }

    private void dim(long size) throws OnnxException {
        if (size < 0 || dims.size() == MAX_AXES) {
            throw new OnnxException(
                    "tensor '" + name + "' has " + (size < 0 ? "a dim " + size : "more than " + MAX_AXES + " axes"));
        }
        dims.add(size);
    }

    private long bytes(DataType dtype) throws OnnxException {
        long count = 1;
        for (long size : dims) {
            if (size != 0 && count > Shape.MAX_ELEMENTS / size) {
                throw new OnnxException("tensor '" + name + "' has the dims " + dims + ", which no memory can hold");
            }
            count *= size;
        }
        return count * dtype.byteSize();
    }

    private void write(ByteBuffer numbers) {
        byte[] bytes = new byte[numbers.remaining()];
        numbers.get(bytes);
        listed.writeBytes(bytes);
    }

    private void write(long number, int size) {
        for (int i = 0; i < size; i++) {
            listed.write((int) (number >>> Byte.SIZE * i));
        }
    }
}
