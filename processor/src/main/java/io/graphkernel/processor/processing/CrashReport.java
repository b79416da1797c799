package io.graphkernel.processor.processing;

import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Crash report of an internal error: the stack trace and the graphs of the class. */
final class CrashReport {

    private CrashReport() {}

    /**
     * Writes the report.
     *
     * @param directory created if absent
     * @param className qualified name of the class that was compiled
     * @param kernelClass the class as far as it has been read
     * @param error the internal error
     * @return location of the report, for a message
     */
    static String write(Path directory, String className, Optional<KernelClass> kernelClass, Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text, true));
        for (KernelMethod method : kernelClass.map(KernelClass::methods).orElseGet(List::of)) {
            text.append('\n').append(GraphPrinter.print(method.graph()));
        }
        Path file = directory.resolve("internal-error-" + className + ".txt");
        try {
            Files.createDirectories(directory);
            Files.writeString(file, text.toString());
            return file.toString();
        } catch (IOException e) {
            return "no file, since " + directory + " cannot be written";
        }
    }
}
