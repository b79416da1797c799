package io.graphkernel.processor.onnx.reader;

import io.graphkernel.common.safetensors.SafetensorsEntry;
import io.graphkernel.common.safetensors.SafetensorsException;
import io.graphkernel.common.safetensors.SafetensorsHeader;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Shape;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Tensors of a file in the safetensors format; those of unsupported dtypes are skipped. */
public final class SafetensorsFile {

    private SafetensorsFile() {}

    /**
     * Returns the tensors by name.
     *
     * @param file complete content, which backs the tensors
     * @throws OnnxException if the file is invalid
     */
    public static Map<String, OnnxTensor> read(ByteBuffer file) throws OnnxException {
        SafetensorsHeader header;
        try {
            header = SafetensorsHeader.read(file);
        } catch (SafetensorsException e) {
            throw new OnnxException("it is not a file in the safetensors format: " + e.getMessage());
        }
        Map<String, OnnxTensor> tensors = new LinkedHashMap<>();
        for (Map.Entry<String, SafetensorsEntry> mapping : header.entries().entrySet()) {
            String name = mapping.getKey();
            SafetensorsEntry entry = mapping.getValue();
            if (entry.dims().length > Shape.MAX_DIMS) {
                throw new OnnxException("tensor '" + name + "' has " + entry.dims().length + " dims");
            }
            int begin = (int) (header.dataBegin() + entry.begin());
            type(entry.dtype())
                    .ifPresent(type ->
                            tensors.put(name, tensor(name, type, entry, file.slice(begin, (int) entry.bytes()))));
        }
        return tensors;
    }

    private static OnnxTensor tensor(String name, ElementType type, SafetensorsEntry entry, ByteBuffer elements) {
        List<Long> dims = Arrays.stream(entry.dims()).boxed().toList();
        return new OnnxTensor(name, type, dims, elements);
    }

    private static Optional<ElementType> type(String dtype) {
        return Arrays.stream(ElementType.values())
                .filter(type -> type.dtype()
                        .map(DataType::text)
                        .filter(dtype.toLowerCase(Locale.ROOT).replace("_", "")::equals)
                        .isPresent())
                .findFirst();
    }
}
