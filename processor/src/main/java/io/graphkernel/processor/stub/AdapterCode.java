package io.graphkernel.processor.stub;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.graphkernel.graph.DataType;
import io.graphkernel.processor.frontend.kernel.ModelClass.Adapter;
import io.graphkernel.processor.frontend.kernel.ModelClass.Component;
import io.graphkernel.processor.frontend.kernel.ModelClass.ModelRecord;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.lang.model.element.Modifier;

/** Emitter of the methods of a model's stub that create low-rank adapters and merge them into weights. */
final class AdapterCode {

    /** Ratio of the number of inputs to the inverse variance of A, as for the uniform distribution of PEFT. */
    private static final double INVERSE_VARIANCE_PER_INPUT = 3;

    private static final String INITIAL = "adapters";
    private static final String MERGED = "merged";

    /** Maximum number of adapters that one method merges, with about 80 bytes for each. */
    private static final int MERGED_PER_METHOD = 127;

    private final ClassName name;
    private final ModelRecord record;
    private final List<Adapter> adapters;
    /** Java texts of new matrices by their paths. */
    private final Map<String, CodeBlock> initial;

    /**
     * Creates the emitter of one model.
     *
     * @param name name of the generated record of the adapters
     * @param record the record
     * @param adapters all adapters
     */
    AdapterCode(ClassName name, ModelRecord record, List<Adapter> adapters) {
        this.name = name;
        this.record = record;
        this.adapters = adapters;
        this.initial = initial(adapters);
    }

    void addTo(TypeSpec.Builder type) {
        type.addMethod(initial());
        addGroups(type, record, name, "");
        if (adapters.stream().allMatch(adapter -> adapter.dtype().isPresent())) {
            addMerged(type);
        }
    }

    /** Returns the method of the record with the factors of the products. */
    MethodSpec scales() {
        TypeName byModule =
                ParameterizedTypeName.get(ClassName.get(Map.class), ClassName.get(String.class), TypeName.DOUBLE.box());
        MethodSpec.Builder method = MethodSpec.methodBuilder("scales")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(byModule)
                .addJavadoc("The scale of each adapter by the name of its module.\n")
                .addStatement("final $T scales = new $T<>()", byModule, LinkedHashMap.class);
        adapters.forEach(adapter -> method.addStatement("scales.put($S, $L)", adapter.module(), adapter.scale()));
        return method.addStatement("return scales").build();
    }

    private MethodSpec initial() {
        return MethodSpec.methodBuilder(INITIAL)
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(name)
                .addParameter(long.class, "seed")
                .addJavadoc("New adapters, which do not change the results yet: each A is normal with the variance "
                        + "1 / (3 · inputs), each B is zero.\n")
                .addStatement("return $L", created(record, name, ""))
                .build();
    }

    /** Adds a method for each nested record, since one method could not create all tensors of many. */
    private void addGroups(TypeSpec.Builder type, ModelRecord owner, ClassName ownerName, String path) {
        for (Component component : owner.components()) {
            component.group().ifPresent(group -> {
                String inner = path + component.name();
                ClassName nested = ownerName.nestedClass(group.name());
                type.addMethod(MethodSpec.methodBuilder(method(inner))
                        .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                        .returns(nested)
                        .addParameter(long.class, "seed")
                        .addStatement("return $L", created(group, nested, inner + "."))
                        .build());
                addGroups(type, group, nested, inner + ".");
            });
        }
    }

    /** Returns the method that creates a nested record: components have no dollar signs. */
    private static String method(String path) {
        return INITIAL + "$" + path.replace('.', '$');
    }

    private CodeBlock created(ModelRecord owner, ClassName ownerName, String path) {
        CodeBlock arguments = owner.components().stream()
                .map(component -> component.group().isPresent()
                        ? CodeBlock.of("$N(seed)", method(path + component.name()))
                        : initial.get(path + component.name()))
                .collect(CodeBlock.joining(",\n"));
        return CodeBlock.of("new $T($L)", ownerName, arguments);
    }

    /** Returns Java texts of new matrices by their paths. */
    private static Map<String, CodeBlock> initial(List<Adapter> adapters) {
        Map<String, CodeBlock> initial = new HashMap<>();
        for (int i = 0; i < adapters.size(); i++) {
            Adapter adapter = adapters.get(i);
            initial.put(
                    adapter.a(),
                    CodeBlock.of(
                            "$T.normal(0, $L, seed, $LL, $LL, $LL)",
                            RuntimeTypes.OPS,
                            1 / Math.sqrt(INVERSE_VARIANCE_PER_INPUT * adapter.inputs()),
                            i,
                            adapter.rank(),
                            adapter.inputs()));
            initial.put(
                    adapter.b(),
                    CodeBlock.of("$T.zeros($LL, $LL)", RuntimeTypes.TENSOR, adapter.outputs(), adapter.rank()));
        }
        return initial;
    }

    private void addMerged(TypeSpec.Builder type) {
        CodeBlock names = adapters.stream()
                .map(adapter -> CodeBlock.of("$S", adapter.weight()))
                .collect(CodeBlock.joining(",\n"));
        MethodSpec.Builder method = MethodSpec.methodBuilder(MERGED)
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(ModelCode.BY_NAME)
                .addParameter(name, "adapters")
                .addJavadoc("New tensors with the sum of each weight and its adapter, by the names of the model.\n")
                .addStatement("final $T byName = LIBRARY.weights($L)", ModelCode.BY_NAME, names)
                .beginControlFlow("try ($T scope = $T.open())", RuntimeTypes.TENSOR_SCOPE, RuntimeTypes.TENSOR_SCOPE);
        for (int begin = 0; begin < adapters.size(); begin += MERGED_PER_METHOD) {
            List<Adapter> run = adapters.subList(begin, Math.min(begin + MERGED_PER_METHOD, adapters.size()));
            if (run.size() == adapters.size()) {
                method.addCode(sums(run));
                break;
            }
            String helper = MERGED + "$" + begin / MERGED_PER_METHOD;
            method.addStatement("$N(adapters, byName, scope)", helper);
            type.addMethod(MethodSpec.methodBuilder(helper)
                    .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                    .addParameter(name, "adapters")
                    .addParameter(ModelCode.BY_NAME, "byName")
                    .addParameter(RuntimeTypes.TENSOR_SCOPE, "scope")
                    .addCode(sums(run))
                    .build());
        }
        type.addMethod(method.endControlFlow().addStatement("return byName").build());
    }

    private static CodeBlock sums(List<Adapter> adapters) {
        CodeBlock.Builder code = CodeBlock.builder();
        adapters.forEach(
                adapter -> code.addStatement("byName.put($S, scope.keep($L))", adapter.weight(), sum(adapter)));
        return code.build();
    }

    /** Returns Java text of a matrix. */
    private static CodeBlock matrix(String path) {
        return CodeBlock.of("adapters.$L()", path.replace(".", "()."));
    }

    /** Returns the sum of a weight and its adapter: both matrices are transposed for a weight [inputs, outputs]. */
    private static CodeBlock sum(Adapter adapter) {
        CodeBlock a = matrix(adapter.a());
        CodeBlock b = matrix(adapter.b());
        CodeBlock change = adapter.isTransposed()
                ? CodeBlock.of("$T.matMul($L, $L)", RuntimeTypes.OPS, b, a)
                : CodeBlock.of("$T.matMul($L, $L, true, true)", RuntimeTypes.OPS, a, b);
        CodeBlock scaled = CodeBlock.of("$T.mul($L, $L)", RuntimeTypes.OPS, change, adapter.scale());
        CodeBlock weight = CodeBlock.of("byName.get($S)", adapter.weight());
        DataType dtype = adapter.dtype().orElseThrow();
        if (dtype == DataType.F32) {
            return CodeBlock.of("$T.add($L, $L)", RuntimeTypes.OPS, weight, scaled);
        }
        return CodeBlock.of(
                "$1T.cast($1T.add($1T.cast($2L, $3T.F32), $4L), $3T.$5L)",
                RuntimeTypes.OPS,
                weight,
                RuntimeTypes.DTYPE,
                scaled,
                dtype.text().toUpperCase(Locale.ROOT));
    }
}
