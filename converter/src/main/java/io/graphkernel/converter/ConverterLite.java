package io.graphkernel.converter;

import java.io.IOException;
import java.util.List;

/** The command: {@code converter_lite --fmk=ONNX --modelFile=model.onnx --outputFile=model}. */
public final class ConverterLite {

    private ConverterLite() {}

    /**
     * Converts a model.
     *
     * @param arguments {@code --help} says which
     */
    public static void main(String[] arguments) {
        List<String> given = List.of(arguments);
        if (given.isEmpty() || given.contains("--help")) {
            System.out.println("Makes a jar of a model, which runs by itself and serves as a library.");
            Conversion.FLAGS.forEach((flag, meaning) -> System.out.println("  " + flag + "=  " + meaning));
            System.out.println("MS_DEV_DUMP_GRAPH_KERNEL_IR=on writes the graph after each pass into the report.");
            return;
        }
        try {
            Conversion conversion = Conversion.parse(given);
            Converter.convert(conversion, System.err::println);
            System.out.println("CONVERT RESULT SUCCESS: " + conversion.output());
        } catch (ConverterException | IOException e) {
            System.err.println(e instanceof ConverterException ? e.getMessage() : e.toString());
            System.err.println("CONVERT RESULT FAILED");
            System.exit(1);
        }
    }
}
