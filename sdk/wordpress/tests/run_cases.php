<?php
// Plays the cases of a file (first argument) with the plugin's pure parts, without WordPress, and prints what they said.
define( 'ABSPATH', __DIR__ );
$includes = dirname( __DIR__ ) . '/lintel-age-gate/includes/';
foreach ( array( 'cookie', 'return-address', 'forwarding', 'uploads' ) as $part ) {
	require $includes . "class-lintel-gate-$part.php";
}

$cases = json_decode( file_get_contents( $argv[1] ), true );
$says  = array(
	'cookie'  => static function ( array $case ) {
		$gate = array( 'siteId' => $case['siteId'], 'host' => $case['host'], 'threshold' => $case['threshold'] );
		$keys = array_filter( array_map( array( Lintel_Gate_Cookie::class, 'key' ), $case['secrets'] ) );
		return Lintel_Gate_Cookie::is_good( $case['cookieHeader'], $gate, $keys, $case['now'] );
	},
	'make'    => static function ( array $case ) {
		return Lintel_Gate_Cookie::make( $case['gate'], Lintel_Gate_Cookie::key( $case['secret'] ), $case['expires'] );
	},
	'secret'  => static function ( array $case ) {
		$key = Lintel_Gate_Cookie::key( $case['secret'] );
		return null === $key ? null : bin2hex( $key );
	},
	'return'  => static function ( array $case ) {
		return Lintel_Gate_Return_Address::of( $case['path'] );
	},
	'start'   => static function ( array $case ) {
		return Lintel_Gate_Return_Address::start( $case['origin'], $case['siteId'], $case['path'] );
	},
	'action'  => static function ( array $case ) {
		return Lintel_Gate_Forwarding::action( $case['path'], $case['siteId'] );
	},
	'cookies' => static function ( array $case ) {
		return Lintel_Gate_Forwarding::own_cookies( $case['header'] );
	},
	'set'     => static function ( array $case ) {
		return Lintel_Gate_Forwarding::is_own_cookie( $case['cookie'] );
	},
	'range'   => static function ( array $case ) {
		return Lintel_Gate_Uploads::range( $case['range'], $case['size'] );
	},
);
echo json_encode(
	array_map(
		static function ( array $case ) use ( $says ) {
			return $says[ $case['ask'] ]( $case );
		},
		$cases
	)
);
