package io.graphkernel.bridge.accuracy;

import io.graphkernel.bridge.BridgeLoader;
import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.processor.toolchain.KernelSource;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.Platform;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;

/**
 * The kernels of {@code Accuracy.c}, built by the project's toolchain, for one instruction set of this machine or for
 * scalars.
 */
final class MathKernels {

    private static final String VECTORS = "accuracy";
    private static final String SINGLE_VALUES = "accuracy_single";
    private static final Path DIRECTORY = Path.of("target", "accuracy").toAbsolutePath();
    private static final List<String> OTHERS =
            List.of("bit_patterns", "pairs", "compare", "philox_words", "philox_uniform", "philox_normal");

    /**
     * Functions of GPUs, where this machine has a fused multiply-add, then those of the vectors of every instruction set
     * that it has, from the weakest up.
     */
    static final List<MathKernels> ALL = load();

    private final String instructionSet;
    private final Map<String, Long> addresses;

    private MathKernels(String instructionSet, Map<String, Long> addresses) {
        this.instructionSet = instructionSet;
        this.addresses = addresses;
    }

    private static List<MathKernels> load() {
        try {
            loadBridge();
            load(VECTORS, source());
            load(SINGLE_VALUES, "#define GK_SINGLE_VALUES\n" + source());
            int level = NativeBridge.instructionSet();
            List<String> variants =
                    level == 0 ? List.of("neon") : List.of("v2", "v3", "v4").subList(0, level - 1);
            Stream<MathKernels> single = variants.stream()
                    .filter(variant -> List.of("v3", "neon").contains(variant))
                    .map(variant -> of("single values", SINGLE_VALUES, variant));
            Stream<MathKernels> vectors = variants.stream().map(variant -> of(variant, VECTORS, variant));
            return Stream.concat(single, vectors).toList();
        } catch (IOException | ToolchainException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void load(String tag, String source) throws IOException, ToolchainException {
        byte[] library = new NativeToolchain(new NativeToolchain.Settings(DIRECTORY, Optional.empty()))
                .build(
                        new KernelSource(tag, "Accuracy.c", source),
                        Platform.host().orElseThrow());
        Path file = Files.createTempFile(DIRECTORY, tag, System.mapLibraryName(""));
        file.toFile().deleteOnExit();
        Loader.loadGlobal(Files.write(file, library).toString());
    }

    private static void loadBridge() throws URISyntaxException {
        String name = Loader.getPlatform() + "/" + System.mapLibraryName("graphkernel-bridge");
        URL bridge = Objects.requireNonNull(NativeBridge.class.getResource(name), name);
        BridgeLoader.load(Path.of(bridge.toURI()).toString());
    }

    private static String source() throws IOException {
        try (InputStream stream = MathKernels.class.getResourceAsStream("Accuracy.c")) {
            return define("GK_UNARY(F)", ScalarFunction.unary())
                    + define("GK_BINARY(F)", ScalarFunction.binary())
                    + new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String define(String macro, List<ScalarFunction> functions) {
        return functions.stream()
                .map(function -> " F(" + function + ")")
                .collect(Collectors.joining("", "#define " + macro, "\n"));
    }

    private static MathKernels of(String name, String tag, String variant) {
        List<String> names = new ArrayList<>();
        for (List<ScalarFunction> functions : List.of(ScalarFunction.unary(), ScalarFunction.binary())) {
            for (ScalarFunction function : functions) {
                names.addAll(List.of("f32_" + function, "wide_" + function, "f64_" + function));
            }
        }
        names.addAll(OTHERS);
        Pointer table = Loader.addressof("gk_" + tag + "_" + variant);
        long[] values = new long[names.size()];
        new LongPointer(table).get(values);
        Map<String, Long> addresses = new HashMap<>();
        for (int i = 0; i < values.length; i++) {
            addresses.put(names.get(i), values[i]);
        }
        return new MathKernels(name, addresses);
    }

    /** Runs a kernel over the elements from 0 on. */
    void run(String kernel, long count, long... arguments) {
        try (LongPointer slots = new LongPointer(arguments)) {
            NativeBridge.launch(addresses.get(kernel), slots.address(), 0, count, 0);
        }
    }

    @Override
    public String toString() {
        return instructionSet;
    }
}
