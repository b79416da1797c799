package io.graphkernel.doctor;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.DeviceReport;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.exception.GraphKernelException;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Command line interface. {@code doctor} prints the capabilities of this machine and the result of a self-test on each
 * device. {@code measure} prints the footprint from which results should use non-temporal stores. {@code --help} prints
 * the usage.
 *
 * <p>The exit status is 0 on success. It is 1 if the device that {@code graphkernel.device} selects, by default the
 * host, fails, or if two measurements differ. It is 2 for invalid arguments.
 */
public final class Doctor {
    static final String OK = "ok";

    private static final String USAGE = "usage: java -jar graphkernel-doctor-<version>.jar [doctor|measure]";
    private static final String HELP = USAGE + """


            doctor   prints the capabilities of this machine, and runs a self-test on each device; the default.
                     Status 0 if the device that graphkernel.device or GRAPHKERNEL_DEVICE selects works, else the host
            measure  copies blocks of memory of growing size, twice, and prints the footprint from which non-temporal
                     stores are profitable: the recommended value of graphkernel.llc or GRAPHKERNEL_LLC.
                     Status 0 if both measurements agree
            --help   this text""";
    private static final String PROPERTY = "graphkernel.device";
    private static final String VARIABLE = "GRAPHKERNEL_DEVICE";
    private static final String HOST = "cpu";
    private static final String JVM = "jvm";

    private final PrintStream out;
    /** Result of each device: {@link #OK} or the reason of the failure. */
    private final Map<String, String> outcomes = new LinkedHashMap<>();

    private Doctor(PrintStream out) {
        this.out = out;
    }

    /**
     * Runs the command.
     *
     * @param arguments none, {@code doctor}, {@code measure} or {@code --help}
     */
    public static void main(String[] arguments) {
        Doctor doctor = new Doctor(System.out);
        String command = arguments.length == 0 ? "doctor" : String.join(" ", arguments);
        System.exit(
                switch (command) {
                    case "doctor" -> doctor.examine() ? 0 : 1;
                    case "measure" -> doctor.measure() ? 0 : 1;
                    case "--help", "-h", "help" -> {
                        System.out.println(HELP);
                        yield 0;
                    }
                    default -> {
                        System.err.println(USAGE + ", not '" + command + "'");
                        yield 2;
                    }
                });
    }

    private boolean measure() {
        try {
            StreamingMeasurement measurement = StreamingMeasurement.make(KernelThreads.count());
            out.println("Time of copies with non-temporal stores relative to regular stores, measured twice:");
            measurement.facts().forEach(this::line);
            out.println();
            line("last-level cache", measurement.advice());
            return measurement.isDecided();
        } catch (GraphKernelException e) {
            line("last-level cache", "not measured: " + Reason.of(e));
            return false;
        }
    }

    private boolean examine() {
        out.println("GraphKernel " + Doctor.class.getPackage().getImplementationVersion());
        HostReport.facts().forEach(this::line);
        out.println();
        out.println("A self-test on each device:");
        tryDevice(HOST, PlatformNames.current());
        tryDevice(JVM, System.getProperty("java.vm.name"));
        for (DeviceReport report : Device.available()) {
            if (!report.isUsable()) {
                line(report.name(), "not usable: " + report.description());
            } else if (!report.device().isHost()) {
                tryDevice(report.name(), report.description());
            }
        }
        out.println();
        return demanded();
    }

    private void tryDevice(String device, String description) {
        String outcome = Trial.run(device);
        outcomes.put(device, outcome);
        line(device, description + ": " + outcome);
    }

    /** Returns true if the device works on which an unmodified program runs. */
    private boolean demanded() {
        String setting = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        String demand = setting == null || setting.isBlank() ? "" : setting.strip();
        String origin =
                demand.isEmpty() ? "as no setting names another" : "as " + PROPERTY + " or " + VARIABLE + " asks";
        try {
            Device chosen = Device.defaultDevice();
            String device = demand.equals(JVM) ? JVM : chosen.isHost() ? HOST : chosen.toString();
            String outcome = outcomes.get(device);
            line("default device", device + ", " + origin + ": " + outcome);
            return OK.equals(outcome);
        } catch (GraphKernelException e) {
            line("default device", demand + ", " + origin + ": " + Reason.of(e));
            return false;
        }
    }

    private void line(String name, String text) {
        out.printf("%-18s %s%n", name, text);
    }
}
