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
 * What is to be converted, and how: the flags of MindSpore Lite's {@code converter_lite}, and some of our own.
 *
 * @param model the file of the model
 * @param output the jar
 * @param config the configuration with {@code [graph_kernel_param]}, if there is one
 * @param optimize for what
 * @param inputShapes dims of inputs; empty for those of the file
 * @param weights a file in the safetensors format with other weights, if there is one
 * @param className the qualified name of the interface that stands for the model
 * @param platforms of the kernels for the CPU, separated by commas
 */
public record Conversion(
        Path model,
        Path output,
        Optional<Path> config,
        Optimize optimize,
        String inputShapes,
        Optional<Path> weights,
        String className,
        String platforms) {

    /** All that kernels for the CPU are built for if nobody says otherwise. */
    static final String ALL_PLATFORMS = "linux-x86_64,linux-arm64,macosx-arm64,macosx-x86_64,windows-x86_64";

    private static final String FMK = "--fmk";
    private static final String MODEL_FILE = "--modelFile";
    private static final String OUTPUT_FILE = "--outputFile";
    private static final String CONFIG_FILE = "--configFile";
    private static final String OPTIMIZE = "--optimize";
    private static final String INPUT_SHAPE = "--inputShape";
    private static final String WEIGHT_FILE = "--weightFile";
    private static final String CLASS_NAME = "--className";
    private static final String PLATFORMS = "--platforms";

    /** What javac takes for the path of a resource, and the annotation for a text. */
    private static final Pattern FILE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private static final Pattern SHAPES = Pattern.compile("[^\"\\\\\\p{Cntrl}]*");

    /** The flags, with what they are. */
    static final Map<String, String> FLAGS = flags();

    private static Map<String, String> flags() {
        Map<String, String> flags = new LinkedHashMap<>();
        flags.put(FMK, "the format of the model: ONNX");
        flags.put(MODEL_FILE, "the model");
        flags.put(OUTPUT_FILE, "the jar; .jar is added where it is missing");
        flags.put(CONFIG_FILE, "a file with [graph_kernel_param], such as opt_level=2");
        flags.put(OPTIMIZE, "none, general (default), gpu_oriented or ascend_oriented");
        flags.put(INPUT_SHAPE, "dims of inputs: \"ids:1,128;mask:1,n\", numbers or names");
        flags.put(WEIGHT_FILE, "weights in place of those of the model, as .safetensors");
        flags.put(CLASS_NAME, "the class of the model, for use as a library; by default models.<Name of the jar>");
        flags.put(PLATFORMS, "where the CPU kernels run, separated by commas; by default " + ALL_PLATFORMS);
        return flags;
    }

    /** For what a model is compiled. */
    public enum Optimize {
        /** For the CPU, each op a kernel. */
        NONE("cpu,jvm", "--opt_level=0"),
        /** For the CPU. */
        GENERAL("cpu,jvm", ""),
        /** For GPUs, and the CPU. */
        GPU_ORIENTED("cpu,cuda,jvm,opencl", ""),
        /** For Ascend, and the CPU. */
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
     * Reads flags, {@code --name=value} or {@code --name value}.
     *
     * @param arguments of the command
     * @return what they ask for
     * @throws ConverterException if they cannot be followed
     */
    public static Conversion parse(List<String> arguments) throws ConverterException {
        Map<String, String> given = new LinkedHashMap<>();
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
            if (given.put(flag, value) != null) {
                throw value(flag, value, "it is given twice", "it once");
            }
        }
        return of(given);
    }

    private static Conversion of(Map<String, String> given) throws ConverterException {
        String format = required(given, FMK, "the converter asks for the format as the document does", "ONNX");
        if (!format.equals("ONNX")) {
            throw value(
                    FMK, format, "models of other formats are not read", "ONNX, and export the model to that format");
        }
        Path model = file(MODEL_FILE, required(given, MODEL_FILE, "there is nothing to convert", "model.onnx"));
        if (!FILE_NAME.matcher(model.getFileName().toString()).matches()) {
            throw value(
                    MODEL_FILE,
                    model.getFileName().toString(),
                    "javac finds files by names of letters, digits, dots, lines and underscores",
                    "another name for the file");
        }
        String out = required(given, OUTPUT_FILE, "there is no place for the result", "model");
        Path output = Path.of(out.endsWith(".jar") ? out : out + ".jar").toAbsolutePath();
        String shapes = given.getOrDefault(INPUT_SHAPE, "");
        if (!SHAPES.matcher(shapes).matches()) {
            throw value(INPUT_SHAPE, shapes, "it has quotes or line feeds", "it as \"ids:1,128;mask:1,n\"");
        }
        Optional<Path> config = optional(given, CONFIG_FILE);
        Optional<Path> weights = optional(given, WEIGHT_FILE);
        String className = given.getOrDefault(CLASS_NAME, "models." + className(output));
        if (!SourceVersion.isName(className)) {
            throw value(CLASS_NAME, className, "it is no qualified name in Java", "one such as com.example.MiniLm");
        }
        return new Conversion(
                model,
                output,
                config,
                optimize(given.getOrDefault(OPTIMIZE, "general")),
                shapes,
                weights,
                className,
                given.getOrDefault(PLATFORMS, ALL_PLATFORMS));
    }

    private static String required(Map<String, String> given, String flag, String because, String example)
            throws ConverterException {
        String value = given.get(flag);
        if (value == null || value.isBlank()) {
            throw failure(Diagnostic.CONVERTER_FLAG_MISSING, flag, because, example);
        }
        return value;
    }

    private static Optional<Path> optional(Map<String, String> given, String flag) throws ConverterException {
        String value = given.get(flag);
        return value == null ? Optional.empty() : Optional.of(file(flag, value));
    }

    private static Path file(String flag, String value) throws ConverterException {
        Path file = Path.of(value).toAbsolutePath().normalize();
        if (!Files.isRegularFile(file)) {
            throw value(flag, value, "there is no such file", "the path of a file");
        }
        return file;
    }

    /** The chip may be named; kernels for Ascend are compiled on the machine that has it. */
    private static Optimize optimize(String value) throws ConverterException {
        String name = value.replaceFirst("^ascend_oriented:[A-Za-z0-9]+$", "ascend_oriented");
        for (Optimize each : Optimize.values()) {
            if (each.name().toLowerCase(java.util.Locale.ROOT).equals(name)) {
                return each;
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
