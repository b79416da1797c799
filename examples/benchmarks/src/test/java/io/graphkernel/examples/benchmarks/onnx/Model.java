package io.graphkernel.examples.benchmarks.onnx;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A network that is measured, with the sizes of its images; those of languages take [batch, sequence]. */
enum Model {
    MINILM("all-minilm-l6-v2.onnx", "MiniLm"),
    BGE("bge-small-en-v1.5.onnx", "Bge"),
    QUANTIZED("all-minilm-l6-v2-q.onnx", "Quantized"),
    CLS("ch_ppocr_mobile_v2.0_cls_infer.onnx", "Cls", "3x48x192"),
    REC("ch_PP-OCRv4_rec_infer.onnx", "Rec", "3x48x320"),
    DET("ch_PP-OCRv4_det_infer.onnx", "Det", "3x320x320", "3x640x640");

    private final String file;
    private final String interfaceName;
    private final List<String> images;

    Model(String file, String interfaceName, String... images) {
        this.file = file;
        this.interfaceName = interfaceName;
        this.images = List.of(images);
    }

    String file() {
        return file;
    }

    String interfaceName() {
        return interfaceName;
    }

    boolean isText() {
        return images.isEmpty();
    }

    /** The dims of all its inputs, for each size that is measured. */
    List<long[]> dims(List<String> batches, List<String> sequences) {
        List<long[]> sizes = new ArrayList<>();
        for (String batch : batches) {
            for (String size : isText() ? sequences : images) {
                String[] numbers = (batch + "x" + size).split("x");
                long[] dims = new long[numbers.length];
                for (int i = 0; i < dims.length; i++) {
                    dims[i] = Long.parseLong(numbers[i]);
                }
                sizes.add(dims);
            }
        }
        return sizes;
    }

    /** The file's bytes. */
    byte[] bytes(Path folder) throws IOException {
        if (!isText()) {
            return Files.readAllBytes(folder.resolve(file));
        }
        try (InputStream in = Model.class.getResourceAsStream("/" + file)) {
            if (in == null) {
                throw new IOException("there is no " + file + " on the class path: add -Ponnx-models");
            }
            return in.readAllBytes();
        }
    }
}
