package io.graphkernel.converter;

import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.Suggestions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;

/**
 * Arguments of a conversion: the flags of MindSpore Lite's {@code converter_lite} and additional ones.
 *
 * @param model file of the model
 * @param output the jar
 * @param config configuration with {@code [graph_kernel_param]}, if any
 * @param optimize optimization target
 * @param inputShapes dims of inputs; empty for those of the file
 * @param inputValues values of constant inputs, in the format of the annotation; empty for none
 * @param maxSizes maximum sizes of tensors, in the format of the annotation; empty for none
 * @param weights safetensors file with replacement weights, if any
 * @param className qualified name of the interface that represents the model
 * @param platforms platforms of the CPU kernels, separated by commas
 */
public record Conversion(
        Path model,
        Path output,
        Optional<Path> config,
        Optimize optimize,
        String inputShapes,
        String inputValues,
        String maxSizes,
        Optional<Path> weights,
        String className,
        String platforms) {

    /** Default platforms of the CPU kernels. */
    static final String ALL_PLATFORMS = "linux-x86_64,linux-arm64,macosx-arm64,macosx-x86_64,windows-x86_64";

    private static final String FMK = "--fmk";
    private static final String MODEL_FILE = "--modelFile";
    private static final String OUTPUT_FILE = "--outputFile";
    private static final String CONFIG_FILE = "--configFile";
    private static final String OPTIMIZE = "--optimize";
    private static final String INPUT_SHAPE = "--inputShape";
    private static final String INPUT_VALUE = "--inputValue";
    private static final String MAX_SIZE = "--maxSize";
    private static final String WEIGHT_FILE = "--weightFile";
    private static final String CLASS_NAME = "--className";
    private static final String PLATFORMS = "--platforms";

    /** Characters that javac accepts in the path of a resource and the annotation in a string. */
    private static final Pattern FILE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private static final Pattern SHAPES = Pattern.compile("[^\"\\\\\\p{Cntrl}]*");

    /** Flags with their descriptions. */
    static final Map<String, String> FLAGS = flags();

    private static Map<String, String> flags() {
        Map<String, String> flags = new LinkedHashMap<>();
        flags.put(FMK, "the format of the model: ONNX");
        flags.put(MODEL_FILE, "the model");
        flags.put(OUTPUT_FILE, "the jar; .jar is added where it is missing");
        flags.put(CONFIG_FILE, "a file with [graph_kernel_param], such as opt_level=2");
        flags.put(OPTIMIZE, "none, general (default), gpu_oriented or ascend_oriented");
        flags.put(INPUT_SHAPE, "dims of inputs: \"ids:1,128;mask:1,n\", numbers or names");
        flags.put(INPUT_VALUE, "values of inputs that are known: \"rate:16000;sizes:1,3\"");
        flags.put(MAX_SIZE, "maximum sizes of tensors that depend on elements: \"selected:100\"");
        flags.put(WEIGHT_FILE, "weights that replace those of the model, as .safetensors");
        flags.put(CLASS_NAME, "the class of the model, for use as a library; by default models.<Name of the jar>");
        flags.put(PLATFORMS, "where the CPU kernels run, separated by commas; by default " + ALL_PLATFORMS);
        return flags;
    }

    /** Optimization target of a model. */
    public enum Optimize {
        /** CPU, without fusion. */
        NONE("cpu,jvm", "--opt_level=0"),
        /** CPU. */
        GENERAL("cpu,jvm", ""),
        /** GPUs and the CPU. */
        GPU_ORIENTED("cpu,cuda,jvm,opencl", ""),
        /** Ascend and the CPU. */
        ASCEND_ORIENTED("ascend,cpu,jvm", "");

        private final String targets;
        private final String flags;

        Optimize(String targets, String flags) {
            this.targets = targets;
            this.flags = flags;
        }

        String targets() {
            return targets;
        }

        String flags() {
            return flags;
        }
    }

    /**
     * Parses flags, {@code --name=value} or {@code --name value}.
     *
     * @param arguments arguments of the command
     * @return the conversion
     * @throws ConverterException if they are invalid
     */
    public static Conversion parse(List<String> arguments) throws ConverterException {
        Map<String, String> flagValues = new LinkedHashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int equals = argument.indexOf('=');
            String flag = equals < 0 ? argument : argument.substring(0, equals);
            if (!FLAGS.containsKey(flag)) {
                String advice = Suggestions.closest(flag, new TreeSet<>(FLAGS.keySet()))
                        .map(near -> "did you mean " + near + "?")
                        .orElse("run it with --help");
                throw failure(
                        Diagnostic.CONVERTER_FLAG_UNKNOWN,
                        flag,
                        "the flags are " + String.join(", ", FLAGS.keySet()),
                        advice);
            }
            if (equals < 0 && i + 1 == arguments.size()) {
                throw failure(Diagnostic.CONVERTER_FLAG_MISSING, flag, "it has no value", "...");
            }
            String value = equals < 0 ? arguments.get(++i) : argument.substring(equals + 1);
            if (flagValues.put(flag, value) != null) {
                throw value(flag, value, "it is given twice", "it once");
            }
        }
        return of(flagValues);
    }

    private static Conversion of(Map<String, String> flagValues) throws ConverterException {
        String format = required(flagValues, FMK, "the input format is required", "ONNX");
        if (!format.equals("ONNX")) {
            throw value(
                    FMK, format, "models of other formats are not read", "ONNX, and export the model to that format");
        }
        Path model = file(MODEL_FILE, required(flagValues, MODEL_FILE, "there is nothing to convert", "model.onnx"));
        if (!FILE_NAME.matcher(model.getFileName().toString()).matches()) {
            throw value(
                    MODEL_FILE,
                    model.getFileName().toString(),
                    "javac finds files by names of letters, digits, dots, lines and underscores",
                    "another name for the file");
        }
        String out = required(flagValues, OUTPUT_FILE, "the output file is required", "model");
        Path output = Path.of(out.endsWith(".jar") ? out : out + ".jar").toAbsolutePath();
        String shapes = ofInputs(flagValues, INPUT_SHAPE, "ids:1,128;mask:1,n");
        String values = ofInputs(flagValues, INPUT_VALUE, "rate:16000;sizes:1,3");
        Optional<Path> config = optional(flagValues, CONFIG_FILE);
        Optional<Path> weights = optional(flagValues, WEIGHT_FILE);
        String className = flagValues.getOrDefault(CLASS_NAME, "models." + className(output));
        if (!SourceVersion.isName(className)) {
            throw value(CLASS_NAME, className, "it is not a qualified name in Java", "one such as com.example.MiniLm");
        }
        return new Conversion(
                model,
                output,
                config,
                optimize(flagValues.getOrDefault(OPTIMIZE, "general")),
                shapes,
                values,
                ofInputs(flagValues, MAX_SIZE, "selected:100"),
                weights,
                className,
                flagValues.getOrDefault(PLATFORMS, ALL_PLATFORMS));
    }

    /** Returns a text about tensors in the format of the annotation. */
    private static String ofInputs(Map<String, String> flagValues, String flag, String example)
            throws ConverterException {
        String text = flagValues.getOrDefault(flag, "");
        if (!SHAPES.matcher(text).matches()) {
            throw value(flag, text, "it has quotes or line feeds", "it as \"" + example + "\"");
        }
        return text;
    }

    private static String required(Map<String, String> flagValues, String flag, String because, String example)
            throws ConverterException {
        String value = flagValues.get(flag);
        if (value == null || value.isBlank()) {
            throw failure(Diagnostic.CONVERTER_FLAG_MISSING, flag, because, example);
        }
        return value;
    }

    private static Optional<Path> optional(Map<String, String> flagValues, String flag) throws ConverterException {
        String value = flagValues.get(flag);
        return value == null ? Optional.empty() : Optional.of(file(flag, value));
    }

    private static Path file(String flag, String value) throws ConverterException {
        Path file = Path.of(value).toAbsolutePath().normalize();
        if (!Files.isRegularFile(file)) {
            throw value(flag, value, "the file does not exist", "the path of a file");
        }
        return file;
    }

    /** A chip may be specified, but kernels for Ascend are compiled on the machine that has the chip. */
    private static Optimize optimize(String value) throws ConverterException {
        String name = value.replaceFirst("^ascend_oriented:[A-Za-z0-9]+$", "ascend_oriented");
        for (Optimize optimize : Optimize.values()) {
            if (optimize.name().toLowerCase(java.util.Locale.ROOT).equals(name)) {
                return optimize;
            }
        }
        throw value(
                OPTIMIZE,
                value,
                "it says for what a model is compiled",
                "none, general, gpu_oriented, ascend_oriented or ascend_oriented:<chip>");
    }

    private static String className(Path output) {
        StringBuilder name = new StringBuilder();
        boolean upper = true;
        for (char letter :
                output.getFileName().toString().replaceFirst("\\.jar$", "").toCharArray()) {
            if (letter < 128 && Character.isLetterOrDigit(letter)) {
                name.append(upper ? Character.toUpperCase(letter) : letter);
                upper = false;
            } else {
                upper = true;
            }
        }
        return name.isEmpty() || Character.isDigit(name.charAt(0)) ? "Model" + name : name.toString();
    }

    private static ConverterException value(String flag, String value, String because, String fix) {
        return failure(Diagnostic.CONVERTER_FLAG_VALUE, flag, value, because, fix);
    }

    static ConverterException failure(Diagnostic diagnostic, Object... arguments) {
        return new ConverterException(diagnostic.message(arguments));
    }
}
