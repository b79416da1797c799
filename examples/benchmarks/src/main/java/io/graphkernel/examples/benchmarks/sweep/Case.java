package io.graphkernel.examples.benchmarks.sweep;

import io.graphkernel.op.OpTable;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A measured kernel: mostly one op, with operands of one form. Two cases are the same only if they are one object. */
final class Case {
    private final String op;
    private final String form;
    private final String call;
    private final List<Operand> operands;
    private final List<String> results;
    private final List<Integer> updated;
    private final Map<Integer, Double> read;

    private Case(
            String op,
            String form,
            String call,
            List<Operand> operands,
            List<String> results,
            List<Integer> updated,
            Map<Integer, Double> read) {
        this.op = op;
        this.form = form;
        this.call = call;
        this.operands = operands;
        this.results = results;
        this.updated = updated;
        this.read = read;
    }

    /**
     * A case with one result that reads all of each operand.
     *
     * @param op documented name of the op, or of a graph of several
     * @param form distinguishes the case among those of the op; may be empty
     * @param call the expression; {@code $} is replaced by the op's method, operands are {@code a}, {@code b}, …
     * @param operands parameters of the kernel
     */
    static Case of(String op, String form, String call, Operand... operands) {
        return new Case(op, form, call, List.of(operands), List.of(""), List.of(), Map.of());
    }

    /** Accessors of the result, each with its dot or brackets; none for a statement. */
    Case results(String... accessors) {
        return new Case(op, form, call, operands, List.of(accessors), updated, read);
    }

    /** Marks the operands that are read and written, by index; the call is a statement. */
    Case updating(Integer... numbers) {
        return new Case(op, form, call, operands, List.of(), List.of(numbers), read);
    }

    /** Sets the fraction of an operand that the op reads. */
    Case reads(double fraction, int operand) {
        Map<Integer, Double> fractions = new TreeMap<>(read);
        fractions.put(operand, fraction);
        return new Case(op, form, call, operands, results, updated, fractions);
    }

    String op() {
        return op;
    }

    /** The op and the form, for the report. */
    String title() {
        return form.isEmpty() ? op : op + ", " + form;
    }

    List<Operand> operands() {
        return operands;
    }

    /** Returns the number of tensors that the kernel returns. */
    int resultCount() {
        return results.size();
    }

    boolean updates(int operand) {
        return updated.contains(operand);
    }

    /** Returns the fraction of an operand that is read, 0 to 1. */
    double partRead(int operand) {
        return read.getOrDefault(operand, 1.0);
    }

    /** Returns true if the table has the op, or the case is a graph of several. */
    boolean isKnown() {
        return !call.contains("$") || OpTable.get().find(op).isPresent();
    }

    /** Returns the kernel as a user writes it, on one line. */
    String method(String name, DType dtype) {
        List<String> parameters = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            parameters.add(operands.get(i).declaration(parameter(i), dtype));
        }
        String method = call.replace("$", "Ops." + javaName());
        String head = "@GraphKernel public static ";
        String tail = name + "(" + String.join(", ", parameters) + ") { ";
        return switch (results.size()) {
            case 0 -> head + "void " + tail + method + "; }";
            case 1 -> head + "Tensor " + tail + "return " + method + results.get(0) + "; }";
            default -> {
                String type = "Results" + results.size();
                String values = results.stream().map(result -> "r" + result).collect(Collectors.joining(", "));
                yield head + type + " " + tail + "var r = " + method + "; return new " + type + "(" + values + "); }";
            }
        };
    }

    /** Result record of a kernel with several results. */
    static String resultRecord(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "Tensor r" + i)
                .collect(Collectors.joining(", ", "public record Results" + count + "(", ") {}"));
    }

    private String javaName() {
        return call.contains("$") ? OpTable.get().find(op).orElseThrow().javaName() : "";
    }

    private static String parameter(int operand) {
        return String.valueOf((char) ('a' + operand));
    }
}
