package io.graphkernel.converter.model;

import io.graphkernel.common.failure.FailureCause;
import io.graphkernel.common.files.BoundedFile;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reader and writer of tensors in NumPy's file format. */
public final class NpyFile {

    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int ALIGNMENT = 64;
    /** Maximum size of a file, whose elements are in one buffer. */
    private static final int MAX_BYTES = Integer.MAX_VALUE - 64;

    private static final Pattern HEADER =
            Pattern.compile("\\{\\s*'descr':\\s*'([^']{1,16})',\\s*'fortran_order':\\s*(True|False),"
                    + "\\s*'shape':\\s*\\(([0-9L, ]*)\\),?\\s*\\}\\s*");

    private static final Map<String, DType> TYPES = new LinkedHashMap<>();

    static {
        TYPES.put("<f4", DType.F32);
        TYPES.put("<f8", DType.F64);
        TYPES.put("<f2", DType.F16);
        TYPES.put("<i8", DType.I64);
        TYPES.put("<i4", DType.I32);
        TYPES.put("<i2", DType.I16);
        TYPES.put("<u8", DType.U64);
        TYPES.put("<u4", DType.U32);
        TYPES.put("<u2", DType.U16);
        TYPES.put("|i1", DType.I8);
        TYPES.put("|u1", DType.U8);
        TYPES.put("|b1", DType.BOOL);
    }

    private NpyFile() {}

    /**
     * Reads a tensor.
     *
     * @param path a file of version 1 to 3 of the format
     * @return a new tensor on the host
     * @throws InvalidArgumentException if it cannot be read, or its dtype or order is not supported
     */
    public static Tensor read(Path path) {
        byte[] file;
        try {
            file = BoundedFile.read(path, MAX_BYTES);
        } catch (BoundedFile.TooLargeException e) {
            throw damaged(path, "it has more than " + MAX_BYTES + " bytes");
        } catch (IOException e) {
            throw unusable(path, "read", e);
        }
        if (file.length < MAGIC.length + 4 || !Arrays.equals(MAGIC, Arrays.copyOf(file, MAGIC.length))) {
            throw damaged(path, "it begins with other bytes");
        }
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        bytes.position(MAGIC.length);
        int version = bytes.get();
        bytes.get();
        long length = version == 1 ? bytes.getShort() & 0xffff : bytes.remaining() < 4 ? -1 : bytes.getInt();
        if (length < 0 || length > bytes.remaining()) {
            throw damaged(path, "it ends in its header");
        }
        String header = new String(file, bytes.position(), (int) length, StandardCharsets.UTF_8);
        bytes.position(bytes.position() + (int) length);
        Matcher matcher = HEADER.matcher(header);
        if (!matcher.matches()) {
            throw damaged(path, "its header is " + header.strip());
        }
        DType dtype = TYPES.get(matcher.group(1));
        if (dtype == null) {
            throw damaged(path, "elements of " + matcher.group(1) + " are not read");
        }
        long[] dims = dims(path, matcher.group(3));
        if (matcher.group(2).equals("True") && dims.length > 1) {
            throw damaged(path, "its elements are in column-major order");
        }
        return tensor(path, dtype, dims, bytes);
    }

    private static long[] dims(Path path, String text) {
        try {
            return Arrays.stream(text.replace("L", "").split(","))
                    .map(String::strip)
                    .filter(word -> !word.isEmpty())
                    .mapToLong(Long::parseLong)
                    .toArray();
        } catch (NumberFormatException e) {
            throw damaged(path, "its shape is (" + text + ")");
        }
    }

    private static Tensor tensor(Path path, DType dtype, long[] dims, ByteBuffer bytes) {
        long count = dtype.bytes();
        for (long dim : dims) {
            count = dim != 0 && count > Integer.MAX_VALUE / dim ? Long.MAX_VALUE / Math.max(dim, 2) : count * dim;
        }
        if (count != bytes.remaining()) {
            throw damaged(path, "its elements are " + bytes.remaining() + " bytes, not " + count);
        }
        ByteBuffer direct =
                ByteBuffer.allocateDirect(Math.max(1, bytes.remaining())).order(ByteOrder.nativeOrder());
        while (bytes.hasRemaining()) {
            byte element = bytes.get();
            if (dtype == DType.BOOL && element >> 1 != 0) {
                throw damaged(path, "an element of bool is " + element);
            }
            direct.put(element);
        }
        return Tensor.wrap(direct.rewind(), dtype, dims);
    }

    private static InvalidArgumentException damaged(Path path, String detail) {
        return new InvalidArgumentException(RuntimeProblem.NPY_DAMAGED, path, detail);
    }

    /**
     * Writes a tensor; bf16 and f8, which NumPy does not support, as float32.
     *
     * @param path file, which is replaced
     * @param tensor tensor on any device
     * @throws InvalidArgumentException if it cannot be written
     */
    public static void write(Path path, Tensor tensor) {
        if (tensor.dtype() == DType.BF16 || tensor.dtype().isStorageOnly()) {
            try (Tensor wide = Ops.cast(tensor, DType.F32)) {
                write(path, wide);
            }
            return;
        }
        String descr = TYPES.entrySet().stream()
                .filter(entry -> entry.getValue() == tensor.dtype())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
        String shape =
                Arrays.stream(tensor.dimensions()).mapToObj(dim -> dim + ",").collect(Collectors.joining(" "));
        StringBuilder header =
                new StringBuilder("{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" + shape + "), }");
        int head = MAGIC.length + 4;
        while ((head + header.length() + 1) % ALIGNMENT != 0) {
            header.append(' ');
        }
        header.append('\n');
        int bytes = Math.toIntExact(tensor.byteCount());
        ByteBuffer elements = ByteBuffer.allocateDirect(Math.max(1, bytes)).order(ByteOrder.nativeOrder());
        try (Tensor copy = Tensor.wrap(elements, tensor.dtype(), tensor.dimensions())) {
            tensor.copyTo(copy);
        }
        byte[] file = new byte[head + header.length() + bytes];
        ByteBuffer out = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        out.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) header.length());
        out.put(header.toString().getBytes(StandardCharsets.US_ASCII));
        out.put(elements.duplicate().limit(bytes));
        try {
            Files.write(path, file);
        } catch (IOException e) {
            throw unusable(path, "written", e);
        }
    }

    private static InvalidArgumentException unusable(Path path, String use, IOException failure) {
        FailureCause cause = FailureCause.of(failure);
        return new InvalidArgumentException(
                RuntimeProblem.FILE_UNUSABLE, path, use, cause.cause(), cause.fixOr("name another file"));
    }
}
