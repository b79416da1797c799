package io.graphkernel.conformance.onnx;

import io.graphkernel.graph.DataType;
import io.graphkernel.processor.onnx.reader.OnnxException;
import io.graphkernel.processor.onnx.reader.OnnxTensor;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.javacpp.BytePointer;

/**
 * Calls the kernels of models with the operands of their tests, and compares the results. Each line of its file names stub,
 * method, test, and the operands that are parameters.
 */
public final class OnnxSuiteProgram {

    /** Results of 32 and 64 bits; the suite itself allows 1e-3. */
    private static final double RELATIVE = 1e-4;

    private static final double RELATIVE_OF_HALVES = 4e-3;

    /** The expected results of window functions were computed with 3.1415 in place of π. */
    private static final double RELATIVE_OF_WINDOWS = 1e-3;

    private static final double ABSOLUTE = 2e-6;

    private OnnxSuiteProgram() {}

    /**
     * Calls the kernels.
     *
     * @param arguments the file
     */
    public static void main(String[] arguments) throws IOException {
        List<String> wrong = new ArrayList<>();
        List<String> lines = Files.readAllLines(Path.of(arguments[0]));
        for (String line : lines) {
            String[] words = line.split("\t", -1);
            String problem = problem(words[0], words[1], words[2], words[3]);
            if (!problem.isEmpty()) {
                wrong.add(words[2] + ": " + problem);
            }
        }
        wrong.forEach(System.out::println);
        System.out.println(lines.size() - wrong.size() + " of " + lines.size() + " are right");
        System.exit(wrong.isEmpty() ? 0 : 1);
    }

    private static String problem(String stub, String method, String test, String parameters) {
        try {
            OnnxTestData.Case given = OnnxTestData.of(test);
            List<OnnxTensor> operands = given.operands();
            List<Tensor> tensors = new ArrayList<>();
            for (String parameter : parameters.isEmpty() ? new String[0] : parameters.split(",")) {
                tensors.add(tensor(operands.get(Integer.parseInt(parameter))));
            }
            Class<?>[] types = new Class<?>[tensors.size()];
            Arrays.fill(types, Tensor.class);
            Method called = Class.forName(stub).getMethod(method, types);
            Object returned = called.invoke(null, tensors.toArray());
            Tensor[] results = returned instanceof Tensor[] several ? several : new Tensor[] {(Tensor) returned};
            List<OnnxTensor> wanted = given.results();
            if (results.length != wanted.size()) {
                return results.length + " results, not " + wanted.size();
            }
            for (int i = 0; i < results.length; i++) {
                String problem =
                        problem(results[i], wanted.get(i), test.contains("window") ? RELATIVE_OF_WINDOWS : RELATIVE);
                if (!problem.isEmpty()) {
                    return "result " + i + ": " + problem;
                }
            }
            return "";
        } catch (InvocationTargetException e) {
            return e.getCause().toString().replace('\n', ' ');
        } catch (ReflectiveOperationException | OnnxException | RuntimeException | LinkageError e) {
            return e.toString();
        }
    }

    /** A tensor on the default device. */
    static Tensor tensor(OnnxTensor given) {
        long[] dims = given.dims().stream().mapToLong(Long::longValue).toArray();
        Tensor tensor = Tensor.empty(
                Device.cpu(),
                io.graphkernel.runtime.DType.valueOf(given.type().dtype().name()),
                dims);
        byte[] bytes = new byte[given.data().remaining()];
        given.data().duplicate().get(bytes);
        if (bytes.length > 0) {
            new BytePointer(tensor.pointer()).capacity(bytes.length).put(bytes);
        }
        Device device = Device.defaultDevice();
        return device.isHost() ? tensor : tensor.to(device);
    }

    private static OnnxTensor read(Tensor result, OnnxTensor like) {
        Tensor here = result.device().isHost() ? result : result.to(Device.cpu());
        byte[] bytes = new byte[(int) here.byteCount()];
        if (bytes.length > 0) {
            new BytePointer(here.pointer()).capacity(bytes.length).get(bytes);
        }
        List<Long> dims = Arrays.stream(here.dimensions()).boxed().toList();
        return new OnnxTensor(
                "", like.elementType(), dims, ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()));
    }

    private static String problem(Tensor result, OnnxTensor wanted, double relative) {
        DataType dtype = wanted.type().dtype();
        if (!result.dtype().name().equals(dtype.name())) {
            return "it is of " + result.dtype() + ", not " + dtype;
        }
        OnnxTensor given = read(result, wanted);
        if (!given.dims().equals(wanted.dims())) {
            return "it has the dims " + given.dims() + ", not " + wanted.dims();
        }
        int different = 0;
        String first = "";
        for (int i = 0; i < wanted.count(); i++) {
            double actual = given.element(i).doubleValue();
            double expected = wanted.element(i).doubleValue();
            if (!isClose(dtype, actual, expected, dtype.isHalf() ? RELATIVE_OF_HALVES : relative)) {
                different++;
                first = first.isEmpty() ? "element " + i + " is " + actual + ", not " + expected : first;
            }
        }
        return different == 0 ? "" : different + " of " + wanted.count() + " differ, " + first;
    }

    private static boolean isClose(DataType dtype, double actual, double expected, double relative) {
        if (!dtype.isFloating() || Double.isInfinite(expected) || Double.isNaN(expected)) {
            return Double.compare(actual, expected) == 0;
        }
        return Math.abs(actual - expected) <= relative * Math.abs(expected) + ABSOLUTE;
    }
}
