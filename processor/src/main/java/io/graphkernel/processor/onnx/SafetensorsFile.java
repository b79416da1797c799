package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.option.Json;
import io.graphkernel.processor.option.Json.SyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads tensors of a file in the safetensors format, as a checkpoint writes it. What the file says is compared with the bytes that there
 * are; tensors of a dtype that we have not are left out.
 */
final class SafetensorsFile {

    private static final String METADATA = "__metadata__";
    private static final int LARGEST_HEADER = 100_000_000;

    private SafetensorsFile() {}

    /**
     * The tensors by name.
     *
     * @param file all of it; the tensors are parts of it
     * @throws OnnxException if it is not in the format
     */
    static Map<String, OnnxTensor> read(ByteBuffer file) throws OnnxException {
        ByteBuffer bytes = file.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        long length = bytes.remaining() < Long.BYTES ? -1 : bytes.getLong(0);
        if (length < 0 || length > Math.min(LARGEST_HEADER, bytes.limit() - Long.BYTES)) {
            throw new OnnxException("it is no file in the safetensors format");
        }
        ByteBuffer data = bytes.slice((int) (Long.BYTES + length), (int) (bytes.limit() - Long.BYTES - length));
        Map<String, OnnxTensor> tensors = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry :
                header(bytes.slice(Long.BYTES, (int) length)).entrySet()) {
            String name = (String) entry.getKey();
            if (!name.equals(METADATA)) {
                tensor(name, entry.getValue(), data).ifPresent(tensor -> tensors.put(name, tensor));
            }
        }
        return tensors;
    }

    private static Map<?, ?> header(ByteBuffer bytes) throws OnnxException {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
            if (Json.parse(text) instanceof Map<?, ?> header) {
                return header;
            }
            throw new OnnxException("its header is no object");
        } catch (CharacterCodingException | SyntaxException e) {
            throw new OnnxException("its header is no JSON: " + e.getMessage());
        }
    }

    private static Optional<OnnxTensor> tensor(String name, Object value, ByteBuffer data) throws OnnxException {
        if (!(value instanceof Map<?, ?> members)
                || !(members.get("dtype") instanceof String dtype)
                || !(members.get("shape") instanceof List<?> shape)
                || !(members.get("data_offsets") instanceof List<?> offsets)
                || offsets.size() != 2
                || shape.size() > Shape.MOST_DIMS) {
            throw new OnnxException("tensor '" + name + "' has no dtype, shape and data_offsets");
        }
        List<Long> dims = new ArrayList<>();
        for (Object dim : shape) {
            dims.add(number(name, dim));
        }
        long begin = number(name, offsets.get(0));
        long end = number(name, offsets.get(1));
        if (begin > end || end > data.limit()) {
            throw new OnnxException("tensor '" + name + "' ends at " + end + " of " + data.limit() + " bytes");
        }
        Optional<ElementType> type = Arrays.stream(ElementType.values())
                .filter(each -> each.dtype()
                        .map(DType::text)
                        .filter(dtype.toLowerCase(Locale.ROOT)::equals)
                        .isPresent())
                .findFirst();
        if (type.isEmpty()) {
            return Optional.empty();
        }
        long bytes = type.get().dtype().orElseThrow().byteSize();
        for (long dim : dims) {
            bytes = dim != 0 && bytes > Integer.MAX_VALUE / dim ? -1 : bytes * dim;
        }
        if (bytes != end - begin) {
            throw new OnnxException("tensor '" + name + "' of " + dtype + dims + " has " + (end - begin) + " bytes");
        }
        return Optional.of(new OnnxTensor(name, type.get(), dims, data.slice((int) begin, (int) bytes)));
    }

    private static long number(String name, Object value) throws OnnxException {
        if (value instanceof Json.Literal literal && literal.text().matches("\\d{1,18}")) {
            return Long.parseLong(literal.text());
        }
        throw new OnnxException("tensor '" + name + "' has a size or an offset " + value);
    }
}
