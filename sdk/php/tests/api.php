<?php

// Prints the package's public classes, interfaces and methods, for sdk/php/api.txt.

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

$names = [];
foreach (glob(__DIR__ . '/../src/*.php') ?: [] as $path) {
    preg_match_all('/^(?:final |abstract )*(?:class|interface) (\w+)/m', (string) file_get_contents($path), $found);
    array_push($names, ...$found[1]);
}
sort($names);
foreach ($names as $name) {
    $class = new ReflectionClass("Lintel\\$name");
    $parent = $class->getParentClass();
    echo ($class->isInterface() ? 'interface' : 'class') . " $name" . ($parent === false ? '' : " extends {$parent->getShortName()}"), "\n";
    foreach ($class->getConstants(ReflectionClassConstant::IS_PUBLIC) as $constant => $_) {
        echo "  $name::$constant\n";
    }
    foreach ($class->getProperties(ReflectionProperty::IS_PUBLIC) as $property) {
        if ($property->getDeclaringClass()->getName() === $class->getName()) {
            echo "  $name->{$property->getName()}: {$property->getType()}\n";
        }
    }
    foreach ($class->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
        if ($method->getDeclaringClass()->getName() !== $class->getName() || str_contains((string) $method->getDocComment(), '@internal')) {
            continue;
        }
        $parameters = array_map(static function (ReflectionParameter $parameter): string {
            $default = $parameter->isDefaultValueAvailable() ? ' = ' . json_encode($parameter->getDefaultValue()) : '';
            return "{$parameter->getType()} \${$parameter->getName()}$default";
        }, $method->getParameters());
        $returns = $method->hasReturnType() ? ": {$method->getReturnType()}" : '';
        echo "  $name->{$method->getName()}(" . implode(', ', $parameters) . ")$returns\n";
    }
}
