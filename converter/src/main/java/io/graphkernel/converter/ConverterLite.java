package io.graphkernel.converter;

import io.graphkernel.common.failure.FailureCause;
import java.io.IOException;
import java.util.List;

/** Command line interface: {@code converter_lite --fmk=ONNX --modelFile=model.onnx --outputFile=model}. */
public final class ConverterLite {

    private ConverterLite() {}

    /**
     * Converts a model.
     *
     * @param arguments arguments that {@code --help} lists
     */
    public static void main(String[] arguments) {
        List<String> flags = List.of(arguments);
        if (flags.isEmpty() || flags.contains("--help")) {
            System.out.println("Packages a model as a self-contained jar that can be run or used as a library.");
            Conversion.FLAGS.forEach((flag, meaning) -> System.out.println("  " + flag + "=  " + meaning));
            System.out.println("MS_DEV_DUMP_GRAPH_KERNEL_IR=on writes the graph after each pass into the report.");
            return;
        }
        try {
            Conversion conversion = Conversion.parse(flags);
            Converter.convert(conversion, System.err::println);
            System.out.println("CONVERT RESULT SUCCESS: " + conversion.output());
        } catch (ConverterException | IOException e) {
            System.err.println(e instanceof IOException failure ? text(failure) : e.getMessage());
            System.err.println("CONVERT RESULT FAILED");
            System.exit(1);
        }
    }

    /** Formats a file failure with its fix. */
    private static String text(IOException failure) {
        FailureCause cause = FailureCause.of(failure);
        return "a file cannot be read or written: " + cause.cause() + "\nfix: " + cause.fix();
    }
}
