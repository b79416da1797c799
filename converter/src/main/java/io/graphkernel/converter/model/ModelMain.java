package io.graphkernel.converter.model;

import io.graphkernel.converter.model.ModelInterface.Port;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Command line interface of a converted model: {@code java -jar model.jar --input ids.npy --output states.npy}. */
public final class ModelMain {

    private static final int FAILED = 1;

    private final ModelInterface model;
    private final PrintStream out;

    private ModelMain(ModelInterface model, PrintStream out) {
        this.model = model;
        this.out = out;
    }

    /**
     * Runs the model in the jar of this class.
     *
     * @param arguments arguments that {@code --help} lists
     */
    public static void main(String[] arguments) {
        try {
            ModelInterface model = ModelInterface.read(ModelMain.class.getClassLoader());
            if (model == null) {
                throw problem("this jar does not contain a model", "the converter writes one", "convert a model");
            }
            new ModelMain(model, System.out).run(arguments);
        } catch (GraphKernelException | UncheckedIOException e) {
            System.err.println(e.getMessage());
            System.exit(FAILED);
        }
    }

    private static InvalidArgumentException problem(String what, String because, String fix) {
        return new InvalidArgumentException(RuntimeProblem.MODEL_ARGUMENT, what, because, fix);
    }

    private void run(String[] arguments) {
        if (arguments.length == 0 || List.of(arguments).contains("--help")) {
            help();
            return;
        }
        Map<String, Path> inputs = new LinkedHashMap<>();
        Map<String, Path> outputs = new LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i++) {
            int equals = arguments[i].startsWith("--") ? arguments[i].indexOf('=') : -1;
            String key = equals < 0 ? arguments[i] : arguments[i].substring(0, equals);
            if (!key.equals("--input") && !key.equals("--output")) {
                throw problem(
                        "unknown argument " + arguments[i],
                        "a model takes --input, --output and --help",
                        "run it with --help");
            }
            if (equals < 0 && i + 1 == arguments.length) {
                throw problem(key + " has no file", "a file follows it", "write " + key + " name=file.npy");
            }
            String value = equals < 0 ? arguments[++i] : arguments[i].substring(equals + 1);
            boolean isInput = key.equals("--input");
            add(value, isInput ? model.inputs() : model.outputs(), isInput ? inputs : outputs);
        }
        for (Port input : model.inputs()) {
            if (!inputs.containsKey(input.name())) {
                throw problem(
                        "input '" + input.name() + "' is not given",
                        "the model takes " + text(model.inputs()),
                        "write --input " + input.name() + "=file.npy");
            }
        }
        call(inputs, outputs);
    }

    /** Adds {@code name=file}, or a file for the first port without one. */
    private static void add(String value, List<Port> ports, Map<String, Path> files) {
        int equals = value.indexOf('=');
        String name = equals < 0 ? "" : value.substring(0, equals);
        Port port = ports.stream()
                .filter(candidate -> name.isEmpty()
                        ? !files.containsKey(candidate.name())
                        : candidate.name().equals(name))
                .findFirst()
                .orElseThrow(() -> problem(
                        "there is nothing that '" + value + "' could be",
                        "the model has " + text(ports),
                        "name one of them, and each once"));
        if (files.put(port.name(), Path.of(value.substring(equals + 1))) != null) {
            throw problem("'" + name + "' is given twice", "a tensor is in one file", "remove one of them");
        }
    }

    private static String text(List<Port> ports) {
        return ports.stream().map(port -> port.name() + " " + port.type()).collect(Collectors.joining(", "));
    }

    private void help() {
        out.println("java -jar <this jar> --input [name=]file.npy ... [--output [name=]file.npy ...]");
        out.println("Runs " + model.model() + ". Files are NumPy's; an output without a file is printed.");
        model.inputs().forEach(input -> out.println("  input  " + input.name() + "  " + input.type()));
        model.outputs().forEach(output -> out.println("  output " + output.name() + "  " + output.type()));
        out.println("As a library: " + model.stub() + ".run(...)");
    }

    private void call(Map<String, Path> inputs, Map<String, Path> outputs) {
        try (TensorScope scope = TensorScope.open()) {
            Class<?>[] types = new Class<?>[model.inputs().size()];
            Object[] tensors = new Object[types.length];
            for (int i = 0; i < types.length; i++) {
                Port input = model.inputs().get(i);
                types[i] = Tensor.class;
                tensors[i] = of(NpyFile.read(inputs.get(input.name())), input);
            }
            Object result = Class.forName(model.stub()).getMethod("run", types).invoke(null, tensors);
            int index = 0;
            for (Port output : model.outputs()) {
                Tensor tensor = (Tensor) result(result, index++);
                Path file = outputs.get(output.name());
                if (file == null) {
                    out.println(output.name() + " " + tensor);
                } else {
                    NpyFile.write(file, tensor);
                }
            }
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException("the model failed", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the jar has another class than it says", e);
        }
    }

    /** NumPy does not support bf16 and f8. */
    private static Tensor of(Tensor tensor, Port input) {
        return Stream.of(DType.BF16, DType.F8E4M3, DType.F8E5M2)
                .filter(dtype -> input.type().startsWith(dtype.toString()) && tensor.dtype() == DType.F32)
                .findFirst()
                .map(dtype -> Ops.cast(tensor, dtype))
                .orElse(tensor);
    }

    private static Object result(Object result, int index) throws ReflectiveOperationException {
        if (result instanceof Tensor) {
            return result;
        }
        RecordComponent component = result.getClass().getRecordComponents()[index];
        return component.getAccessor().invoke(result);
    }
}
