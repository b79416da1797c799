package io.graphkernel.examples.blocks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The times that the benchmark measured, as a file has them.
 *
 * @param machine on which, or empty
 * @param rows one for each block and number of threads
 */
record Measured(String machine, List<Row> rows) {
    /** Next to the page. */
    static final Path FILE = Path.of("results.csv");

    private static final String HEADER = "block,size,threads,fused_us,unfused_us,pytorch_us";
    private static final String COMMENT = "# ";

    /**
     * Best-round medians in microseconds.
     *
     * @param unfused of the same block with a kernel per op
     * @param torch of PyTorch's eager mode
     */
    record Row(String block, String size, int threads, double fused, double unfused, double torch) {

        private static Row parse(String line) {
            String[] cells = line.split(",");
            return new Row(
                    cells[0],
                    cells[1],
                    Integer.parseInt(cells[2]),
                    Double.parseDouble(cells[3]),
                    Double.parseDouble(cells[4]),
                    Double.parseDouble(cells[5]));
        }

        private String line() {
            return String.format(Locale.ROOT, "%s,%s,%d,%.1f,%.1f,%.1f", block, size, threads, fused, unfused, torch);
        }
    }

    /** Reads earlier measurements; none without the file. */
    static Measured read(Path file) {
        if (!Files.exists(file)) {
            return new Measured("", List.of());
        }
        try {
            List<String> lines = Files.readAllLines(file);
            return new Measured(
                    lines.get(0).substring(COMMENT.length()),
                    lines.stream().skip(2).map(Row::parse).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With new rows in place of those of the same block and number of threads. */
    Measured with(String newMachine, List<Row> measured) {
        List<String> order = Workloads.realistic().stream().map(Workload::title).toList();
        List<Row> combined = new ArrayList<>(measured);
        rows.stream()
                .filter(row -> measured.stream()
                        .noneMatch(other -> other.block().equals(row.block()) && other.threads() == row.threads()))
                .forEach(combined::add);
        combined.sort(
                Comparator.<Row>comparingInt(row -> order.indexOf(row.block())).thenComparingInt(Row::threads));
        return new Measured(newMachine, combined);
    }

    void write(Path file) {
        List<String> lines = new ArrayList<>(List.of(COMMENT + machine, HEADER));
        rows.forEach(row -> lines.add(row.line()));
        try {
            Files.writeString(file, String.join("\n", lines) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Row> of(Workload workload) {
        return rows.stream().filter(row -> row.block().equals(workload.title())).toList();
    }

    Optional<Row> of(Workload workload, int threads) {
        return of(workload).stream().filter(row -> row.threads() == threads).findFirst();
    }
}
